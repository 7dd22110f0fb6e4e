"""Random play costs about as many instructions as it did: time may vary, this does not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unmeasured import unmeasured

TOOL = Path(__file__).parents[1] / "tools" / "instructions.py"
NO_VALGRIND = 3


@pytest.mark.usefixtures("built")
def test_no_more_instructions_than_before() -> None:
    answer = subprocess.run(
        [sys.executable, str(TOOL)], capture_output=True, text=True, env=unmeasured()
    )
    if answer.returncode == NO_VALGRIND and not os.environ.get("CI"):
        pytest.skip(answer.stdout)
    assert answer.returncode == 0, answer.stdout + answer.stderr
