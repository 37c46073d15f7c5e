"""Tables from elsewhere: LIBSVM, ARFF and CSV with many columns, compared with scikit-learn, scipy and
pandas; hostile and huge files are refused in a sentence with the line."""

import io
import json

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.io import arff
from sklearn.datasets import dump_svmlight_file, load_iris, load_svmlight_file
from sklearn.preprocessing import StandardScaler

import linlab
from linlab import LinlabError
from linlab.commands.cli import main
from linlab.engine.data.columns.choice import WhichColumns
from linlab.engine.data.columns.files import parse_table
from linlab.engine.data.columns.table import MOST_COLUMNS

IRIS = load_iris(as_frame=True)
FLOWERS = IRIS.data.assign(species=IRIS.target_names[IRIS.target])
FLOWERS.columns = ["sepal_length", "sepal_width", "petal_length", "petal_width", "species"]
PETALS = ["petal_length", "petal_width"]
CSV = FLOWERS.to_csv(index=False)


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def arff_of(frame):
    head = [f"@attribute '{name}' numeric" for name in frame.columns[:-1]]
    kinds = ",".join(sorted(set(frame.iloc[:, -1])))
    head += [f"@ATTRIBUTE class {{{kinds}}}", "@DATA"]
    return (
        "% a comment\n@relation flowers\n"
        + "\n".join(head)
        + "\n"
        + frame.to_csv(index=False, header=False)
    )


def test_that_a_table_of_many_columns_asks_which_two_and_names_them():
    with pytest.raises(WhichColumns) as asked:
        parse_table(CSV, "iris.csv")
    assert str(asked.value).startswith(
        "iris.csv has 4 columns of numbers, but the plane has two axes: choose two of sepal_length, "
        "sepal_width, petal_length, petal_width (with --columns sepal_length,sepal_width"
    )
    assert asked.value.table.label == "species" and asked.value.table.numeric == tuple(
        FLOWERS.columns[:4]
    )


def test_that_the_chosen_columns_are_those_that_pandas_reads():
    points = parse_table(CSV, columns="petal_length,petal_width")
    read = pandas.read_csv(io.StringIO(CSV))
    assert np.array_equal(points.x, read[PETALS].to_numpy())
    assert [points.classes[k] for k in points.label] == read["species"].tolist()
    assert points.axes.names == tuple(PETALS)
    other = parse_table(CSV, columns=["petal_width", "petal_length", "species"], standardise=True)
    assert np.allclose(other.x, StandardScaler().fit_transform(read[PETALS[::-1]]))


def test_that_a_table_of_two_columns_has_their_names_at_the_axes_and_ours_has_none():
    assert parse_table("height,weight,kind\n1,2,a\n3,4,b").axes.names == ("height", "weight")
    assert parse_table("x1,x2,label\n1,2,a").axes is None
    assert parse_table("x1,x2,label,round,confidence,by\n1,2,a,1,0.5,svm").axes is None
    assert parse_table("1,2,a\n3,4,b").axes is None


def test_that_a_file_without_a_header_gets_names_by_number():
    bare = FLOWERS.to_csv(index=False, header=False)  # as iris.data of the UCI repository
    with pytest.raises(WhichColumns, match="column 1, column 2, column 3, column 4"):
        parse_table(bare)
    points = parse_table(bare, columns="column 3,column 4")
    assert np.array_equal(points.x, FLOWERS[PETALS].to_numpy())


def test_that_decimal_commas_between_semicolons_are_read():
    text = FLOWERS.to_csv(index=False, sep=";", decimal=",")
    assert np.array_equal(parse_table(text, columns=PETALS).x, FLOWERS[PETALS].to_numpy())


def test_that_libsvm_is_read_as_scikit_learn_reads_it(tmp_path):
    dump_svmlight_file(IRIS.data, IRIS.target, "iris.svm", zero_based=False, comment="irises")
    x, y = load_svmlight_file("iris.svm")
    points = linlab.load("iris.svm", columns="x3,x4")
    assert np.array_equal(points.x, x.toarray()[:, 2:])
    assert [points.classes[k] for k in points.label] == [str(int(each)) for each in y]


@given(
    st.lists(
        st.tuples(
            st.sampled_from([-1, 1, 3]),
            st.dictionaries(st.integers(1, 2), st.floats(-1e6, 1e6), max_size=2),
        ),
        min_size=1,
        max_size=8,
    ).filter(lambda rows: any(2 in row for _, row in rows) and rows[0][1])
)
def test_that_any_libsvm_file_of_two_features_is_read_as_scikit_learn_reads_it(rows):
    text = "".join(
        f"{label:+d} {' '.join(f'{j}:{v!r}' for j, v in sorted(row.items()))} # x\n"
        for label, row in rows
    )
    x, y = load_svmlight_file(io.BytesIO(text.encode()), n_features=2, zero_based=False)
    points = parse_table(text)
    assert np.array_equal(points.x, x.toarray())
    assert [int(points.classes[k]) for k in points.label] == y.tolist()


def test_that_arff_is_read_as_scipy_reads_it():
    text = arff_of(FLOWERS)
    data, _ = arff.loadarff(io.StringIO(text))
    points = parse_table(text, columns=PETALS)
    assert np.array_equal(points.x, np.c_[data["petal_length"], data["petal_width"]])
    assert [points.classes[k] for k in points.label] == [each.decode() for each in data["class"]]


def test_that_arff_may_have_quotes_spaces_and_letters_beyond_ascii():
    text = (
        "@relation 'was schmeckt'\n@attribute 'Länge in cm' REAL\n@attribute b integer\n"
        "@attribute Geschmack {'süß', 'sauer, herb'}\n@data\n1.5, 2, 'süß'\n?, 3, 'sauer, herb'\n"
    )
    with pytest.raises(LinlabError, match="line 7: in the column Länge in cm, an empty cell"):
        parse_table(text, "t.arff", columns="Länge in cm,b")
    points = parse_table(text.replace("?", "4"), "t.arff")
    assert points.classes == ("sauer, herb", "süß") and points.axes.names == ("Länge in cm", "b")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 1:2 2:x\n", "line 1: “x” is not a number"),
        ("1 1:2 2:3\nyes 1:2\n", "line 2: “yes” is not the number of a class"),
        ("1 1:2 2:3\n1 two\n", "line 2: “two” is not a feature and its value, such as 3:0.5"),
        ("1 1:2 2:3\n1 99999:2\n", "line 2: feature 99 999 is beyond the 200"),
        ("1 1:2 2:3\n1 99999999999:2\n", "line 2: “99999999999:2” is not a feature"),
        ("1 1:2 2:nan\n", "line 1: “nan” is not a finite number"),
        ("1 1:2 2:1e300\n", "line 1: in the column x2, “1e300” is too far out"),
        ("@relation a\n@attribute x numeric\n", "has no line @data"),
        ("@relation a\n@attribute x\n@data\n1", "line 2: an attribute needs a name and a type"),
        ("@relation a\n@attribute x nmeric\n@data\n", "line 2: “nmeric” is not a type"),
        ("@relation a\nrubbish\n@data\n", "line 2: “rubbish” is neither @relation"),
        ("@relation a\n@attribute x real\n@data\n1,2\n", "line 4: there are 2 values, but 1 attr"),
        (
            "@relation a\n@attribute x {a,b}\n@data\nc\n",
            "line 4: “c” is not one of the values of x",
        ),
        ("@relation a\n@attribute x real\n@data\n{0 1}\n", "line 4: rows in { }"),
        ("@relation a\n@attribute x real\n@data\n1\nO\n", "line 5: “O” is not a number, but x is"),
        ("@relation a\n@attribute x real\n@data\n'1\n", "line 4: the quotation marks do not match"),
        (
            "@relation a\n@attribute x real\n@attribute c {a}\n@data\n1,a\n",
            "only one column of num",
        ),
        ("a,b,c,kind\n1,2,3,x\n1,2,three,x\n", "line 3: in the column c, “three” is not a number"),
        ("a,b,c,kind\n1,2,3,x\n1,2,3,4,x\n", "line 3: there are 5 columns, but 4 in the first"),
        (
            "a,b,c,kind\n" + "".join(f"1,2,3,k{j}\n" for j in range(9)),
            "line 10: in the column kind",
        ),
    ],
)
def test_that_each_fault_is_one_sentence_with_its_line(text, sentence):
    columns = "a,c,kind" if text.startswith("a,b,c") else None
    with pytest.raises(LinlabError) as refused:
        parse_table(text, "bad", columns=columns)
    assert sentence in str(refused.value) and "\n" not in str(refused.value)


def test_that_huge_and_hostile_files_are_refused_quickly():
    wide = ",".join(f"c{j}" for j in range(MOST_COLUMNS + 5))
    row = ",".join(["1"] * (MOST_COLUMNS + 5))
    long = "@relation a\n" + "".join(f"@attribute a{j} real\n" for j in range(1000)) + "@data\n1\n"
    deep = "@relation " + "{" * 100_000 + "\n@attribute " + "'" * 99_999 + " real\n@data\n1\n"
    for text in (f"{wide}\n{row}\n", long, deep, "1 " + "1:1 " * 400_000 + "x:1", "@relation\0\n"):
        with pytest.raises(LinlabError) as refused:
            parse_table(text, "huge", columns="c1,c2" if text is not deep else None)
        assert len(str(refused.value)) <= 1000


@given(st.text(max_size=200))
def test_that_any_text_gives_points_or_a_sentence(text):
    for start in (
        "",
        "@relation a\n@attribute x real\n@data\n",
        "1 1:2 2:3\n",
        "a,b,c,d\n1,2,3,x\n",
    ):
        try:
            assert len(parse_table(start + text, "t")) > 0
        except LinlabError as error:
            assert str(error)


def test_that_the_command_line_trains_on_chosen_columns_and_predicts_on_the_same_scale(capsys):
    FLOWERS.to_csv("iris.csv", index=False)
    assert main(["train", "iris.csv", "--model", "logistic"]) == 2
    assert "choose two of sepal_length" in capsys.readouterr().err
    asked = ["--columns", "petal_length,petal_width", "--standardise"]
    trained = ["train", "iris.csv", "--model", "logistic", "--epochs", "20", *asked]
    assert main([*trained, "--weights", "w.json", "--json"]) == 0
    wrong = json.loads(capsys.readouterr().out)["errors"]["train"]
    assert main(["predict", "w.json", "iris.csv"]) == 0
    said = capsys.readouterr()
    found = pandas.read_csv(io.StringIO(said.out))
    assert list(found.columns) == [*PETALS, "prediction"]
    assert np.array_equal(found[PETALS], FLOWERS[PETALS])
    assert (found["prediction"] != FLOWERS["species"]).mean() == pytest.approx(wrong)
    assert wrong < 0.1
    few = FLOWERS.drop(columns="petal_width")
    few.to_csv("few.csv", index=False)
    assert main(["predict", "w.json", "few.csv"]) == 2
    assert "needs the columns petal_length and petal_width" in capsys.readouterr().err
    assert (
        main(["train", "iris.csv", "--model", "svm", "--columns", "petal_lenght,petal_width"]) == 2
    )
    assert "did you mean petal_length" in capsys.readouterr().err
    assert main(["train", "moons", "--model", "svm", "--columns", "a,b"]) == 2
    assert "moons is a data set" in capsys.readouterr().err


def test_that_a_predictor_reads_frames_on_the_scale_it_was_trained_on():
    run = linlab.train("logistic", FLOWERS, "species", columns=PETALS, standardise=True, epochs=3)
    run.save("w.json")
    again = linlab.load_weights("w.json")
    assert np.array_equal(again.scores(FLOWERS), run.scores(FLOWERS))
    assert again.predict(FLOWERS).tolist() == run.predict(FLOWERS).tolist()


def test_that_a_document_has_no_columns_to_choose():
    linlab.Document(linlab.make_points("moons"), (linlab.Learner.of("svm"),)).save("a.linlab")
    with pytest.raises(LinlabError, match="is a document, not a table"):
        linlab.load("a.linlab", columns="a,b")
