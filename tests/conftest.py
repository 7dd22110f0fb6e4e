"""What all tests share."""

from hypothesis import settings

# A busy machine is no fault of the code: time limits are tested where they are the subject.
settings.register_profile("smallworld", deadline=None)
settings.load_profile("smallworld")
