"""No spoilers: what a page shows that would answer its question, and texts that state the answer."""

import pytest

from linlab.lessons.checking import played
from linlab.lessons.shipped import shipped
from linlab.lessons.shown import shown_steps
from linlab.lessons.spoilers import telling
from linlab.lessons.written.reading import lesson_of, read_lesson

PAGE = """# A

```lesson
format = 2
```

## One

{text}

```lab
data = "blobs"
knobs = {{n = 20, noise = 1.5}}
models = ["perceptron", "svm"]
t = 5
{lab}
```

```question
ask = "a"
{question}
```
"""


def lesson(question, text="", lab=""):
    return lesson_of(PAGE.format(text=text, lab=lab, question=question))


def told(question, text="", lab=""):
    return telling(shown_steps(lesson(question, text, lab))[0])


def number(answer):
    return f'kind = "number"\nanswer = "{answer}"'


def choose(one):
    return f'kind = "choose"\nchoices = {{"yes" = "{one}", "no" = "not ({one})"}}'


def test_that_crosses_and_errors_wait_for_a_question_about_the_training_error():
    found = told(number("training_error"))
    assert found.layers == {"wrong"} and found.errors and not found.beside


def test_that_what_is_played_later_gives_nothing_away():
    assert not told(number("after.training_error"), lab='play = "5 steps"').anything


def test_that_what_the_text_states_is_no_secret():
    assert not told(number("round(training_error * 3)"), "It is {{training_error}}.").anything


def test_that_the_crosses_of_one_model_say_nothing_of_another():
    found = told(number("m2.training_error"))
    assert found.layers == frozenset() and found.errors


def test_that_colours_wait_where_they_decide_between_choices_but_not_for_a_number():
    assert told(choose("says(1, 2) == 'A'")).layers == {"regions"}
    assert not told(number("probability('A', 1, 2)")).anything


def test_that_a_view_that_shows_the_answer_waits():
    assert told(number("m1.mistakes"), lab='beside = "models"').beside
    assert not told(number("m1.mistakes"), lab='beside = "losses"').beside


def test_that_marks_of_the_examples_to_click_wait():
    show = 'show = ["wrong", "supports", "example"]'
    for answer, layer in (("wrong", "wrong"), ("next", "example"), ("nearest", None)):
        found = told(f'kind = "click"\nanswer = "{answer}"', lab=show)
        assert found.layers == ({layer} if layer else frozenset())


def test_that_acting_in_the_lab_hides_nothing():
    goal = 'kind = "goal"\nuntil = "t > 6"\nsolution = {t = 7}'
    assert not told(goal, lab='beside = "models"').anything


@pytest.mark.parametrize(
    ("text", "question", "warned"),
    [
        ("It is {{norm}}.", number("norm"), True),
        ("It is {{ norm * 2 }}.", number("norm*2"), True),
        ("It is {{norm + norm}}.", number("norm * 2"), True),
        ("It is {{t}}.", number("mistakes + t"), False),
        ("It is {{training_error}}.", choose("training_error > 0.1"), True),
        ("It is {{norm}}.", choose("training_error > 0.1"), False),
    ],
)
def test_that_a_check_warns_of_a_text_that_states_the_answer(text, question, warned):
    found = played(lesson(question, text)).warnings
    stated = [each for each in found if "already states" in each.sentence]
    assert bool(stated) == warned
    assert all(each.line > 20 for each in stated)


@pytest.mark.parametrize("name", [each.id for each in shipped()])
def test_that_no_shipped_lesson_states_an_answer(name):
    path = next(each.path for each in shipped() if each.id == name)
    from linlab.lessons.spoilers import given_away

    for page in shown_steps(read_lesson(path)):
        assert list(given_away(page)) == [], page.step.title
