"""The pages in docs/gallery, each by a command of linlab: python tests/make_gallery.py"""

import os
import shlex
import tempfile
from pathlib import Path

from linlab.commands.cli import main

FOLDER = Path(__file__).parents[1] / "docs" / "gallery"
PAGES = (
    "blobs perceptron.html --model perceptron --set order=cyclic --points 50 --data noise=1.3 --seed 4 --to 100 "
    "--view plane,curves,algorithm --curves error --title 'The perceptron, step by step'",
    "moons kernel.html --model svm --set space=rbf --set gamma=1 --points 60 --to 240 --every 3 "
    "--view plane,curves --title 'Two moons and an RBF kernel'",
    "blobs classes.html --model logistic --points 60 --data classes=4 --seed 1 --to 120 --every 2 "
    "--view plane,curves --title 'Four classes'",
    "blobs bayes.html --model gaussian-naive-bayes --points 60 --seed 3 --view plane,counts "
    "--title 'Naive Bayes counts'",
)


def make() -> None:
    os.environ["LINLAB_HOME"] = tempfile.mkdtemp()
    FOLDER.mkdir(exist_ok=True)
    for page in PAGES:
        data, out, *rest = shlex.split(page)
        assert main(["render", data, str(FOLDER / out), *rest]) == 0


if __name__ == "__main__":
    make()
