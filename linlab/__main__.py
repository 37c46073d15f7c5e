"""python -m linlab"""

import sys

from linlab.commands.cli import main

if __name__ == "__main__":
    sys.exit(main())
