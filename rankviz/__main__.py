"""``python -m rankviz``: the engine without a browser."""

from __future__ import annotations

import sys

from rankviz.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
