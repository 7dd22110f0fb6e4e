"""The rules machine of both games; it names no race, power, place or relic.

Six names are its whole interface: `start`, `legal`, `outcomes`, `apply`, `State.copy`, `result`.
"""
