"""python -m linlab"""

import sys

from linlab.cli import main

if __name__ == "__main__":
    sys.exit(main())
