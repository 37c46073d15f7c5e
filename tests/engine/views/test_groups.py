"""The groups that views are listed in, their titles and their keys."""

from linlab.engine.views.view import CHECK, COMPARE, GROUPS, WATCH, WHY
from linlab.engine.views.views import VIEWS

LISTED = [view for view in VIEWS.values() if not view.plane]


def test_that_the_groups_are_those_of_the_lab_with_at_most_six_views_each():
    titles = {group: [view.title for view in LISTED if view.group == group] for group in GROUPS}
    assert titles == {
        WATCH: ["Curves", "Algorithm", "Losses", "Landscape", "Examples", "Words"],
        WHY: ["Features", "Kernel", "Counts", "Network", "Derivations"],
        CHECK: ["Confusion and ROC", "New data", "Tune a setting", "Repeat it", "Hidden labels"],
        COMPARE: ["All models", "Is the difference real?", "By luck alone", "Stacking folds"],
    }
    assert max(map(len, titles.values())) <= 6


def test_that_stored_names_stay_what_they_were():
    assert {view.name for view in LISTED} == {
        *("curves", "algorithm", "losses", "weights", "kernel", "features", "counts", "examples"),
        *("errors", "sweep", "fan", "proof", "words", "models", "test", "hidden"),
        *("better", "chance", "folds", "network"),
    }


def test_that_each_view_keeps_its_key_however_the_table_is_ordered():
    keys = {view.key: view.name for view in LISTED}
    assert len(keys) == len(LISTED)
    assert "".join(sorted(keys)) == "0123456789ACINOQRSUW"
    assert [keys[key] for key in "12345"] == ["curves", "algorithm", "losses", "weights", "kernel"]


def test_that_the_view_of_errors_names_its_rates():
    help = VIEWS["errors"].help
    assert all(word in help for word in ("TPR", "FPR", "AUC", "precision", "recall"))
