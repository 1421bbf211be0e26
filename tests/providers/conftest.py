"""Puts this folder on the path, so that the tests share `streams`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
