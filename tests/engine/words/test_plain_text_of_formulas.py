"""Formulas as plain text."""

import pytest

from linlab.engine.words.listing.plain_text import plain_text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"$w \leftarrow w + \alpha y x$", "w ← w + α y x"),
        (r"$s_c \leftarrow w_c \cdot \varphi(x) + b_c$ for each class $c$", "s_c ← w_c·φ(x) + b_c for each class c"),
        (r"$\alpha_t \leftarrow \frac{\alpha}{\sqrt{t}}$", "αₜ ← α/√t"),
        (r"$\alpha_t \leftarrow \frac{\alpha}{1 + t/t_0}$", "αₜ ← α/(1 + t/t₀)"),
        (r"$P \leftarrow \frac{1}{1 + e^{-m}}$", "P ← 1/(1 + e⁻ᵐ)"),
        (r"$\|w\|^2$", "‖w‖²"),
        (r"$\hat y \leftarrow \mathrm{argmax}_c s_c$", "ŷ ← argmax_c s_c"),
        (r"$(x, y)$, $y = \pm 1$", "(x, y), y = ±1"),
        ("take the next example", "take the next example"),
    ],
)  # fmt: skip
def test_that_a_formula_reads_as_people_write_it(latex: str, text: str) -> None:
    assert plain_text(latex) == text
