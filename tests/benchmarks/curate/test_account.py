from spanwise.benchmarks.curate.account import Account, Note


def test_things_are_counted_by_kind_with_the_first_five_named_once_each() -> None:
    account = Account()
    for example in ("a", "a", "b", "c", "d", "e", "f"):
        account.note("redirects", example)
    account.note_all([("tables", 2), ("lists", 0)], "Sarn")
    assert account.notes() == (Note("redirects", 7, ("a", "b", "c", "d", "e")), Note("tables", 2, ("Sarn",)))
