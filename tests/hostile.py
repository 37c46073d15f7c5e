"""Names that somebody may give to a class, a file or a title to do harm, and what each of them must look like."""

LONG = "x" * 5000
NAMES = (
    '<img src="/dev/zero">', "<b>x</b>", "&amp;", "&lt;p&gt;", "&File", "]]>", "--><!--", "[*]", "%s %n {0} {class}", "a\nb\tc",
    "\x1b]0;title\x07", "\x1b[2J", "\x9b31m", "\u202egnp.exe", "=cmd|' /C calc'!A0", "@SUM(A1)", "+1+1", "-2+3", "'=1", "''+a",
    '"', "'", "\\", '"""', "');import os#", "\\input{/etc/passwd}", "$x^2$", "a%b", "{", "}", "\\end{tabular}", "👩‍🔬 é ß 漢字",
    "مرحبا", "file:///dev/zero", "http://localhost/x.png", "${HOME}", "`id`", "a,b;c", "NaN", "inf", "None", "a" * 200,
)  # fmt: skip
