"""Carries out what it is asked by pickles: functions of test modules, in the compiled build."""

import pickle
import sys
import traceback

from smallworld.engine.regions import COMPILED

assert COMPILED, "PYTHONPATH names no compiled package"
answers = sys.stdout.buffer
sys.stdout = sys.stderr  # what a function prints is no answer
while sys.stdin.buffer.peek(1):
    try:
        function, arguments = pickle.load(sys.stdin.buffer)
        answer = ("", function(*arguments))
    except Exception:
        answer = (traceback.format_exc(), None)
    pickle.dump(answer, answers)
    answers.flush()
