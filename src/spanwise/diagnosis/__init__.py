"""Why a reader fails, when it should abstain, and what may be claimed of it."""
