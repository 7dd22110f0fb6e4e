"""Environments for programs that learn: PettingZoo, Gymnasium, many games at once, OpenSpiel.

Importing this package makes `gymnasium.make("SmallWorld-v0")` work; the name
"smallworld.env:SmallWorld-v0" imports it by itself.
"""

from smallworld.extras import need

need("an environment", "gymnasium")

from smallworld.env.registration import register_environments  # noqa: E402

register_environments()
