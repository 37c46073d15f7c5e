"""The good lesson broken in some 250 ways, each with the line, the field and words of the sentence
that have to be told."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from linlab.lessons.written.blocks import BLOCKS

from .good_lesson import GOOD, line_of


@dataclass(frozen=True)
class Broken:
    """A lesson with one mistake in it."""

    name: str
    text: str
    line: int
    field: str = ""
    says: str = ""


def changed(old: str, new: str, says: str = "", field: str = "", at: str | None = None) -> Broken:
    """The lesson with one part replaced; the fault is told at the line of the new part, or at that
    of another."""
    assert GOOD.count(old) == 1, (old, GOOD.count(old))
    text = GOOD.replace(old, new)
    begin = GOOD.index(old)
    line = text[:begin].count("\n") + 1 if at is None else line_of(text, at)
    return Broken(f"{old.strip()[:40]!r} → {new.strip()[:40]!r}", text, line, field, says)


def given(kind: str, field: str, value: str) -> Broken:
    """The first block of a kind with this value of a field, in place of its own, if it has it."""
    block = re.search(rf"(?<=```{kind}\n).*?(?=```)", GOOD, re.DOTALL)
    assert block is not None
    lines = block[0].splitlines()
    own = next((k for k, line in enumerate(lines) if line.startswith(f"{field} =")), None)
    if field == "choices":  # a table of its own
        lines = [*lines[: lines.index("[choices]")], f"choices = {value}"]
    elif own is not None:
        lines[own] = f"{field} = {value}"
    else:
        lines.insert(0, f"{field} = {value}")
    text = GOOD[: block.start()] + "".join(f"{line}\n" for line in lines) + GOOD[block.end() :]
    return Broken(
        f"{kind}: {field} = {value}", text, line_of(text, f"\n{field} = {value}\n") + 1, field
    )


def wrong_types() -> Iterator[Broken]:
    """Values that no field, or hardly one, can have."""
    for kind, fields in BLOCKS.items():
        for field in fields({}):
            for value in ("1979-05-27", "[[1], 2]", '""', "nan"):
                yield given(kind, field, value)


RANGES = (
    ("lesson", "format", "0"),
    ("lesson", "format", "3"),
    ("lesson", "number", "0"),
    ("lesson", "number", "1000"),
    ("lesson", "minutes", "0"),
    ("lesson", "minutes", "8.5"),
    ("lesson", "format", "true"),
    ("lab", "draw", "-1"),
    ("lab", "seed", "4294967296"),
    ("lab", "split", "[50, 20, 20]"),
    ("lab", "split", "[0, 50, 50]"),
    ("lab", "split", "[120, -10, -10]"),
    ("lab", "split", "[100, 0]"),
    ("lab", "t", "-1"),
    ("lab", "t", "1.5"),
    ("lab", "t", '"never"'),
    ("lab", "region", "[4, -4, -4, 4]"),
    ("lab", "region", "[-4, 4, 4, -4]"),
    ("lab", "region", "[-4, -4, 4]"),
    ("lab", "region", "[-1e200, -4, 4, 4]"),
    ("lab", "focus", "0"),
    ("lab", "focus", "7"),
    ("lab", "focus", "2"),
    ("lab", "models", "[]"),
    ("lab", "exact", '"yes"'),
    ("lab", "exact", "1"),
    ("lab", "guess", "{how = 'self', threshold = 2}"),
    ("lab", "guess", "{rounds = 0}"),
    ("lab", "guess", "{how = 'alone'}"),
    ("lab", "guess", "{sure = 1}"),
    ("lab", "guess", "{epochs = 5000}"),
    ("lab", "guess", "{how = 'co', views = ['x3']}"),
    ("lab", "knobs", "{n = 20, spirals = 3}"),
    ("lab", "knobs", "{n = 'many'}"),
    ("lab", "knobs", "{n = -5}"),
    ("lab", "knobs", "{noise = 1e300}"),
    ("lab", "set", "{order = 'backwards'}"),
    ("lab", "set", "{lambda = 1}"),
    ("lab", "set", "{alpha = -1}"),
    ("lab", "set", "{model = 'svm'}"),
    ("lab", "options", "{kernel = 3}"),
    ("lab", "options", "{kernels = {show = 'gram'}}"),
    ("lab", "options", "{kernel = {shows = 'gram'}}"),
    ("lab", "options", "{kernel = {show = [1]}}"),
    ("lab", "sliders", '"gamma"'),
    ("lab", "sliders", '["lambda"]'),
    ("lab", "play", '"3 rounds"'),
    ("lab", "play", '"20 updates at 0 a second"'),
    ("lab", "play", '"until it is done"'),
    ("lab", "play", '"twice"'),
    ("lab", "play", '"12345678 updates"'),
    ("lab", "lock", '["everything"]'),
    ("lab", "fold", '["plane"]'),
    ("lab", "curves", '"losses"'),
    ("lab", "arrange", '"beside"'),
    ("lab", "view", '"none"'),
    ("question", "kind", '"choices"'),
    ("question", "choices", "{yes = true}"),
)

NAMES = (
    changed('data = "blobs"', 'data = "blob"', "did you mean blobs", "data"),
    changed('data = "blobs"', 'data = "circle"', "it is one of", "data"),
    changed('model = "perceptron"', 'model = "perceptrn"', "did you mean perceptron", "model"),
    changed('models = ["perceptron", ', 'models = ["perceptro", ', "did you mean perceptron", "models"),
    changed('{model = "svm", lam = 0.1}', '{model = "svm", lambda = 0.1}', "lambda", "models"),
    changed('{model = "svm", lam = 0.1}', '{lam = 0.1}', "There is no model", "models"),
    changed('{model = "svm", lam = 0.1}', '{model = "svm", lam = "much"}', "lam", "models"),
    changed('models = ["perceptron", {model = "svm", lam = 0.1}]', 'models = "losse"', "did you mean losses", "models"),
    changed('layers = ["regions", "boundary"]', 'layers = ["regions", "boundaries"]', "did you mean", "layers"),
    changed('show = ["weights"]', 'show = "weight"', "did you mean weights", "show"),
    changed('hide = "regions"', 'hide = "region"', "did you mean regions", "hide"),
    changed('view = "losses"', 'view = "loss"', "did you mean losses", "view"),
    changed('beside = "weights"', 'beside = "wieghts"', "did you mean weights", "beside"),
    changed('curves = "error"', 'curves = "errors"', "did you mean error", "curves"),
    changed('lock = ["points", "data"]', 'lock = ["point", "data"]', "did you mean points", "lock"),
    changed('fold = "numbers"', 'fold = "number"', "did you mean numbers", "fold"),
    changed('sliders = "alpha"', 'sliders = "alfa"', "did you mean alpha", "sliders"),
    changed('arrange = "side"', 'arrange = "sides"', "did you mean side", "arrange"),
    changed('answer = "training_error"', 'answer = "train_error"', "did you mean training_error", "answer"),
    changed('answer = [1, 2]', 'answer = "support"', "did you mean supports", "answer"),
    changed('seed = 1', 'sed = 1', "did you mean seed", "sed"),
    changed('minutes = 8', 'minute = 8', "did you mean minutes", "minute"),
    changed('unit = "mistakes"', 'units = "mistakes"', "did you mean unit", "units"),
    changed('why = "Its margin', 'because = "Its margin', "There is no such field", "because"),
    changed('draw = 3', '"a b" = 3', "There is no such field", "a b"),
)  # fmt: skip

TOML = (
    changed('seed = 1', 'seed = ', "not TOML"),
    changed('seed = 1', 'seed 1', "not TOML"),
    changed('seed = 1', 'seed = one', "not TOML"),
    changed('seed = 1', 'draw = 4', "not TOML"),
    changed('split = [80, 20, 0]', 'split = [80, 20, 0', "not TOML"),
    changed('model = "perceptron"', 'model = "perceptron', "not TOML"),
    changed('set = {order = "cyclic"}', 'set = {order = "cyclic"', "not TOML"),
    changed('lecture = "Riezler"', "lecture = 'Riezler", "not TOML"),
    changed('number = 3', 'number = 03', "not TOML"),
    changed('summary = "Why a line turns."', 'summary = "Why a \\line turns."', "not TOML"),
    changed('ask = "Will it change $w$?"', 'ask = "Will it change $w$?" # \x01', "not TOML"),
    changed('[choices]', '[choices', "not TOML"),
    changed('"yes" = "next_changes"', '"yes" => "next_changes"', "not TOML"),
    changed('tolerance = 0.2\n', 'tolerance = 0.2\nfocus = """three\n', "not TOML", at='focus = """three'),
    changed('play = "2 epochs"', 'play = 2 epochs', "not TOML"),
    changed('document = "moons.linlab"', "document: moons.linlab", "not TOML"),
)  # fmt: skip

NOTES = (
    changed('aim = "See', 'goal = "See', "There is no such field", "goal"),
    changed('aim = "See that only a mistake moves the line."\n', "", "needs the field “aim”", "aim", at="```teacher"),
    changed('questions = ["What would', 'question = ["What would', "did you mean questions", "question"),
    changed("A score, and the side of a line.", "A score of {{t}}.", "Facts belong to a page", "prerequisites"),
    changed("A score, and the side of a line.", "![A line](picture.png)", "no pictures", "prerequisites"),
    changed("A score, and the side of a line.", "$" + "x" * 401 + "$", "at most 400 characters", "prerequisites"),
    changed('aim = "See that', 'aim = See that', "not TOML"),
    changed("```teacher\n", "```teachers\n", "did you mean teacher"),
    changed("Words before the steps.\n", "```teacher\naim = 'a'\n```\n", "only one block “teacher”"),
    changed("After that comes {{after.mistakes}}.\n", "```teacher\naim = 'a'\n```\n", "before the first page"),
)  # fmt: skip

BLOCKS_OUT_OF_PLACE = (
    changed("# The perceptron\n\n", "\n", "begin with its title", at="\n"),
    changed("# The perceptron\n", "#\n", "begin with its title"),
    changed("# The perceptron\n", "The perceptron\n", "begin with its title", at="The perceptron"),
    changed("## A mistake\n", "# A mistake\n", "one heading with a single #"),
    changed("## Guesses\n", "##\n", "A page needs a title"),
    changed("Words before the steps.\n", "```lab\nt = 0\n```\n", "must be on a page"),
    changed("Words before the steps.\n", "```question\nask = 'a'\n```\n", "must be on a page"),
    changed("After that comes {{after.mistakes}}.\n", "```lesson\nminutes = 3\n```\n", "before the first page"),
    changed("![A picture](picture.png)\n", "```lab\nt = 0\n```\n", "at most one block “lab”", at='```lab\ndocument'),
    changed("## Guesses\n", "```question\nkind = 'number'\nask = 'a'\nanswer = 3\n```\n\n## Guesses\n",
            "at most one block “question”"),
    changed("Words before the steps.\n", "```lesson\nformat = 1\n```\n", "only one block “lesson”"),
    changed("format = 1\n", "", "format = 2", "format", at="```lesson"),
    changed('```lesson\nformat = 1\nnumber = 3\nlecture = "Riezler"\nauthor = "Somebody"\nminutes = 8\n'
            'summary = "Why a line turns."\n```\n', "", "needs a block “lesson” below its title", at="# The perceptron"),
)  # fmt: skip

FENCES = (
    changed('```question\nkind = "choose"', '```qestion\nkind = "choose"', "did you mean question"),
    changed('```question\nkind = "number"', '```Question\nkind = "number"', "did you mean question"),
    changed('```question\nkind = "curve"', '```question curve\nkind = "curve"', "did you mean question"),
    changed('```question\nkind = "click"', '~~~questions\nkind = "click"', "did you mean question"),
    changed('```question\nkind = "click"', '``question\nkind = "click"', "begin with three backticks"),
    changed('```question\nkind = "click"', '    ```question\nkind = "click"', "begin with three backticks"),
    changed('```lab\ndocument', '```la\ndocument', "did you mean lab"),
    changed('```lab\ndocument', '```lba\ndocument', "did you mean lab"),
    changed('```lab\ndocument', '- ```lab\ndocument', "not inside a list"),
    changed('```lab\ndocument', '> ```lab\n> document', "not inside a list"),
    changed("Words before the steps.", "```lessn\nformat = 1\n```", "did you mean lesson"),
    changed("Words before the steps.", "```something\nnew\n```", "There is no block “something”"),
)  # fmt: skip

HUGE = (
    given("lab", "expect", '"1' + "0" * 350 + ' > t"'),
    given("lab", "expect", '"t < 0x' + "f" * 300 + '"'),
    given("lab", "expect", '"round(5, -999999999) == 0"'),
    given("lab", "expect", '"round(5, 1e999) == 0"'),
    given("lab", "expect", '"round(5, 0.5) == 0"'),
    given("lab", "expect", '"' + "9007199254740993 * " * 20 + '1 < 0"'),
    given("lab", "seed", "1" + "0" * 320),
    given("lab", "seed", "0x" + "f" * 900),
    given("lab", "knobs", "{n = 1" + "0" * 320 + "}"),
    given("lab", "set", "{alpha = 1" + "0" * 320 + "}"),
    given("lab", "options", "{kernel = {show = 0x" + "f" * 900 + "}}"),
    given("lesson", "format", "0x" + "f" * 900),
    given("lab", "view", "0x" + "f" * 900),
    changed('answer = "after.mistakes"', "answer = 1" + "0" * 320, "too large", "answer"),
    changed('answer = "after.mistakes"', 'answer = "1' + "0" * 320 + '"', "too large", "answer"),
    changed('answer = "after.mistakes"', 'answer = "round(5, -999999999)"', "round", "answer"),
    changed("{{examples}}", "{{1" + "0" * 320 + "}}", "too large"),
)

EXPRESSIONS = (
    changed('"after.mistakes == 1", ', '"after.mistakes = 1", ', "is not an expression", "expect"),
    changed('"after.mistakes == 1", ', '"after.mistakes ==", ', "is not an expression", "expect"),
    changed('"after.mistakes == 1", ', '"mistakes ** 2 == 0", ', "is not allowed", "expect"),
    changed('"after.mistakes == 1", ', '"mistakes[0] == 0", ', "is not allowed", "expect"),
    changed('"after.mistakes == 1", ', '"(lambda: 1)() == 1", ', "is not allowed", "expect"),
    changed('"after.mistakes == 1", ', '"after.mistakes == 2", ', "is not true: after.mistakes is 1", "expect"),
    changed('"after.mistakes == 1", ', '"after.mistakes > 1 or t > 0", ', "is not true", "expect"),
    changed('"after.mistakes == 1", ', '"after.mistakes", ', "not true or false", "expect"),
    changed('"after.mistakes == 1", ', '"mistaks == 0", ', "did you mean mistakes", "expect"),
    changed('"after.mistakes == 1", ', '"before.mistakes == 0", ', "makes no sense", "expect"),
    changed('"after.mistakes == 1", ', '"m2.mistakes == 0", ', "There is no model m2", "expect"),
    changed('"after.mistakes == 1", ', '"score == 0", ', "is a function", "expect"),
    changed('"after.mistakes == 1", ', '"score(1) == 0", ', "is written as score(x1, x2)", "expect"),
    changed('"after.mistakes == 1", ', '"scores(1, 2) == 0", ', "did you mean score", "expect"),
    changed('"after.mistakes == 1", ', '"probability(\'A\', 0, 0) > 0", ', "not probabilities", "expect"),
    changed('"after.mistakes == 1", ', '"says(\'a\', 0) == \'A\'", ', "A place is two numbers", "expect"),
    changed('"after.mistakes == 1", ', '"agreement(1, \'x\') == 1", ', "", "expect"),
    changed('"after.mistakes == 1", ', '"paired_p(1, 2, 5) > 0", ', "There is no model m2", "expect"),
    changed('"after.mistakes == 1", ', '"paired_p(1, 1, 1e9) > 0", ', "", "expect"),
    changed('"after.mistakes == 1", ', '"test_error == 0", ', "set aside for testing", "expect"),
    changed('"after.mistakes == 1", ', '"1 / mistakes > 0", ', "divides by 0", "expect"),
    changed('"after.mistakes == 1", ', '"next_class > 1", ', "cannot be combined or compared", "expect"),
    changed('"after.mistakes == 1", ', '"sqrt(-1) > 1", ', "cannot be combined or compared", "expect"),
    changed('{{examples}}', '{{example}}', "did you mean examples"),
    changed('{{examples}}', '{{examples +}}', "is not an expression"),
    changed('{{examples}}', '{{examples.real.imag}}', "makes no sense"),
    changed('{{examples}}', '{{__import__("os")}}', "double braces"),
    changed('{{examples}}', '{{open("/etc/passwd")}}', "There is no function"),
    changed('{{examples}}', '{{examples}', "double braces"),
    changed('{{examples}}', '{{}}', "double braces"),
    changed('{{examples}} examples', '{{examples*2*3}} examples', "double braces"),
    changed('comes {{after.mistakes}}', 'comes {{test_error}}', "set aside for testing"),
    changed('Words before the steps.', 'Words of {{examples}}.', "before the first page"),
    changed('why = "Its margin is {{next_margin}}."', 'why = "It is {{next_margn}}."', "did you mean next_margin", "why"),
    changed('why = "Its margin is {{next_margin}}."', 'why = "It is {{next +}}."', "is not an expression", "why"),
    changed('ask = "Will it change $w$?"', 'ask = "Will {{next_exmple}} change it?"', "did you mean next_example", "ask"),
    changed('ask = "Will it change $w$?"', 'ask = "Will {{next_example change it?"', "double braces", "ask"),
)  # fmt: skip

QUESTIONS = (
    changed('kind = "choose"\n', "", "A question needs the field “kind”", "kind", at="```question"),
    changed('ask = "Will it change $w$?"\n', "", "A question needs the field “ask”", "ask", at="```question"),
    changed('[choices]\n"yes" = "next_changes"\n"no" = "not next_changes"\n"never" = false\n', "", "needs the field “choices”",
            "choices", at="```question"),
    changed('answer = "after.mistakes"\n', "", "needs the field “answer”", "answer", at='```question\nkind = "number"'),
    changed('answer = [1, 2]\n', "", "needs the field “answer”", "answer", at='```question\nkind = "click"'),
    changed('answer = "training_error"\n', "", "needs the field “answer”", "answer", at='```question\nkind = "curve"'),
    changed('"yes" = "next_changes"', '"yes" = "not next_changes"', "None of the choices is right", "choices", at="[choices]"),
    changed('"never" = false', '"never" = true', "these are: “yes”, “never”", "choices", at="[choices]"),
    changed('"no" = "not next_changes"', '"no" = "next_change"', "did you mean", "choices", at="[choices]"),
    changed('"no" = "not next_changes"', '"no" = "mistakes"', "not true or false", "choices", at="[choices]"),
    changed('"no" = "not next_changes"', '"no" = "not not"', "is not an expression", "no"),
    changed('"no" = "not next_changes"', '"no" = 3', "in quotes, or true or false", "no"),
    changed('"no" = "not next_changes"', '"" = "t == 1"', "A choice needs a text", "choices", at="[choices]"),
    changed('[choices]\n"yes" = "next_changes"\n"no" = "not next_changes"\n"never" = false\n', "choices = {a = true, b = 2}\n",
            "in quotes, or true or false", "b"),
    changed('answer = "after.mistakes"', 'answer = "after.mistakes +"', "is not an expression", "answer"),
    changed('answer = "after.mistakes"', 'answer = "after.mistake"', "did you mean mistakes", "answer"),
    changed('answer = "after.mistakes"', 'answer = "next_class"', "must be a number", "answer"),
    changed('answer = "after.mistakes"', 'answer = "separable"', "must be a number", "answer"),
    changed('answer = "after.mistakes"', 'answer = [1, 2]', "a number, or an expression in quotes", "answer"),
    changed('answer = "after.mistakes"', 'answer = true', "a number, or an expression in quotes", "answer"),
    changed('tolerance = 1\n', 'tolerance = -1\n', "a number from 0", "tolerance"),
    changed('tolerance = 1\n', 'tolerance = 1\nchoices = {a = true, b = false}\n', "has no “choices”", "choices",
            at="choices = {a"),
    changed('answer = "training_error"', 'answer = 3', "There is no “3” to draw", "answer"),
    changed('answer = "training_error"', 'answer = "dev_error"', "no points are set aside as dev", "answer"),
    changed('kind = "curve"\n', 'kind = "drag"\n', "to drag", "answer", at='answer = "training_error"'),
    changed('answer = [1, 2]', 'answer = [0]', "whole number from 1", "answer"),
    changed('answer = [1, 2]', 'answer = []', "No example is the answer", "answer"),
    changed('answer = [1, 2]', 'answer = [1, 99999]', "There is no example 99999", "answer"),
    changed('answer = [1, 2]', 'answer = [1, 2]\ntolerance = 3', "has no “tolerance”", "tolerance", at="tolerance = 3"),
    changed('play = "30 updates"\n', 'play = "to update 0"\n', "the page plays nothing", "play"),
    changed('kind = "curve"\nask = "How will the error go?"\nanswer = "training_error"\n',
            'kind = "drag"\nask = "a"\nanswer = "boundary"\n```\n\n## More\n\n```lab\nt = 30\n```\n\n```question\n'
            'kind = "drag"\nask = "b"\nanswer = "boundary"\n',
            "already on the screen", "answer", at='answer = "boundary"\ntolerance'),
    changed('play = "30 updates"\n', "", "so there is no “after”", "answer", at='answer = "training_error"'),
    changed('answer = [1, 2]', 'answer = "optimum supports"', "No example is the answer", "answer"),
)  # fmt: skip

FILES = (
    changed('"moons.linlab"', '"moon.linlab"', "There is no file “moon.linlab”", "document"),
    changed('"moons.linlab"', '"points.csv"', "use the field “points”", "document"),
    changed('"points.csv"', '"moons.linlab"', "use the field “document”", "points"),
    changed('"points.csv"', '"no/points.csv"', "There is no file", "points"),
    changed('"points.csv"', '"../points.csv"', "outside the lesson's folder", "points"),
    changed('"points.csv"', '"/etc/passwd"', "outside the lesson's folder", "points"),
    changed('"points.csv"', "'a\\points.csv'", "cannot be the name of a file in a lesson", "points"),
    changed('"points.csv"', '"C:points.csv"', "cannot be the name of a file in a lesson", "points"),
    changed('"points.csv"', '"."', "is not a file", "points"),
    changed('"moons.linlab"', '"broken.linlab"', "", "document"),
    changed('"moons.linlab"', '"strange.linlab"', "", "document"),
    changed('"points.csv"', '"broken.csv"', "", "points"),
    changed('"points.csv"', '"empty.csv"', "", "points"),
    changed('"points.csv"', '"picture.png"', "", "points"),
    changed("(picture.png)", "(pictures.png)", "There is no file “pictures.png”"),
    changed("(picture.png)", "(../picture.png)", "outside the lesson's folder"),
    changed("(picture.png)", "(points.csv)", "is not a picture that"),
    changed("(picture.png)", "(none.png)", "is not a picture, or it is broken"),
    changed("(picture.png)", "(https://example.org/a.png)", "cannot be the name of a file"),
    changed('points = "points.csv"\n', 'points = "points.csv"\ndata = "moons"\n', "only one of them", "points"),
    changed('document = "moons.linlab"\n', 'document = "moons.linlab"\ndata = "moons"\n', "only one of them", "data",
            at='data = "moons"\nplay'),
    changed('points = "points.csv"\n', 'points = "points.csv"\nknobs = {n = 3}\n', "its own points", "knobs",
            at="knobs = {n = 3}"),
    changed('document = "moons.linlab"\n', 'document = "moons.linlab"\ndraw = 4\n', "its own points", "draw", at="draw = 4"),
    changed('arrange = "side"\n', 'arrange = "side"\n```\n\n## Another\n\n```lab\ndraw = 4\n', "come from no data set", "draw",
            at="draw = 4"),
    changed('points = "points.csv"\n', 'points = "points.csv"\nmodel = "svm"\n', "not both", "models", at="models = ["),
)  # fmt: skip

STATES = (
    changed("t = 0", 't = "converged"\nmodels = "losses"', "not both", "models", at='models = "losses"'),
    changed('model = "logistic"', 'model = "bagging"', "", "guess", at="guess ="),
    changed('document = "moons.linlab"', 't = "converged"\ndata = "xor"\nmodel = "perceptron"', "does not converge", "t"),
    changed('document = "moons.linlab"\nplay = "2 epochs"', 'play = "until converged"\ndata = "xor"\nmodel = "perceptron"',
            "does not converge", "play"),
    changed('knobs = {n = 30, hidden = 50}\n', "", "", "guess", at="guess ="),
)  # fmt: skip

BROKEN = (
    *wrong_types(),
    *(given(*each) for each in RANGES),
    *NAMES,
    *TOML,
    *NOTES,
    *BLOCKS_OUT_OF_PLACE,
    *FENCES,
    *HUGE,
    *EXPRESSIONS,
    *QUESTIONS,
    *FILES,
    *STATES,
)
