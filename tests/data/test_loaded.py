from spanwise.data.loaded import Loaded
from tests.data.skarn import SKARN


def test_what_was_read_without_oddities_has_the_places_of_squad_json() -> None:
    loaded = Loaded(SKARN, "squad")
    assert loaded.findings == ()
    assert loaded.places.question(0, 0, 0) == "data[0].paragraphs[0].qas[0]"
