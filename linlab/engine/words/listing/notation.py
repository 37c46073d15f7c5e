r"""How a learner's formulas are written in its space: w·x + b in the plane, w·φ(x) + b in a feature
space, Σⱼ aⱼ k(xⱼ, x) + b in a kernel space; with more than two classes each class has its own."""

from dataclasses import dataclass

from linlab.engine.learner.learner import Learner


@dataclass(frozen=True)
class Notation:
    """The signs of one learner, as LaTeX."""

    learner: Learner
    several: bool  # more than two classes
    stacked: bool = False  # whether x comes with what a base model says

    @property
    def dual(self) -> bool:
        return self.learner.dual

    @property
    def bias(self) -> bool:
        """Whether b is a variable of its own."""
        return bool(
            self.learner["bias"] == "free"
            or (self.learner["bias"] == "regularised" and not self.dual)
        )

    @property
    def shrinking_bias(self) -> bool:
        return bool(self.bias and self.learner["bias"] == "regularised")

    @property
    def x(self) -> str:
        """What the weights are multiplied with."""
        if self.stacked:
            return "x'"
        return "x" if self.learner.straight and not self.dual else r"\varphi(x)"

    @property
    def weights(self) -> str:
        return "a" if self.dual else "w"

    @property
    def kernel(self) -> str:
        return "(k(x_j, x) + 1)" if self.learner["bias"] == "regularised" else "k(x_j, x)"

    @property
    def square(self) -> str:
        """‖x‖² as the step sees it, with the constant 1 of the bias."""
        if self.dual:
            return "k(x, x) + 1" if self.learner["bias"] != "none" else "k(x, x)"
        return rf"\|{self.x}\|^2 + 1" if self.bias else rf"\|{self.x}\|^2"

    @property
    def rate_formula(self) -> str:
        """The formula of the learning rate, with the squares that it really sees."""
        each = self.square.replace("k(x, x)", "k(x_i, x_i)").replace(r"\varphi(x)", r"\varphi(x_i)")
        each = each.replace(r"\|x\|", r"\|x_i\|")
        each = f"({each})" if "+" in each else each
        return self.learner.rate.formula.replace(r"\|\varphi(x_i)\|^2", each)

    @property
    def rate(self) -> str:
        """The learning rate: α where it is set, α_t where it follows a schedule, τ where the loss
        decides; nothing where it is 1."""
        rate = self.learner.rate
        if self.learner.recipe.has_own_c:
            return r"\tau"
        if rate.name != "constant":
            return r"\alpha_t"
        mistakes = self.learner.recipe.loss.mistake_driven and self.learner["optimiser"] == "sgd"
        return "" if mistakes and self.learner["alpha"] == 1 else r"\alpha"

    @property
    def shrinks(self) -> bool:
        return bool(self.learner.decay > 0 and self.learner["penalty"] == "l2")

    @property
    def softens(self) -> bool:
        return bool(self.learner.decay > 0 and self.learner["penalty"] == "l1")

    def score(self) -> str:
        low = "_c" if self.several else ""
        plus = f" + b{low}" if self.bias else ""
        if self.dual:
            index = "{c,j}" if self.several else "j"
            return rf"s{low} \leftarrow \sum_j a_{index} {self.kernel}{plus}"
        return rf"s{low} \leftarrow w{low} \cdot {self.x}{plus}"

    def of_class(self, c: str) -> tuple[str, str]:
        """The weights that an example moves and the bias, of class c; of two classes without an
        index."""
        if self.dual:
            return (f"a_{{{c},i}}" if c else "a_i"), (f"b_{c}" if c else "b")
        return (f"w_{c}" if c else "w"), (f"b_{c}" if c else "b")
