"""Carries out what it is asked by pickles: functions of test modules, in the compiled build."""

import os
import pickle
import sys
import traceback

from smallworld.engine.regions import COMPILED

assert COMPILED, "PYTHONPATH names no compiled package"
questions, answers = os.fdopen(0, "rb"), sys.stdout.buffer
sys.stdout = sys.stderr  # what a function prints is no answer
while questions.peek(1):
    try:
        function, arguments = pickle.load(questions)
        answer = ("", function(*arguments))
    except Exception:
        answer = (traceback.format_exc(), None)
    pickle.dump(answer, answers)
    answers.flush()
