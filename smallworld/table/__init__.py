"""One table as a pure machine: commands and facts in, changes to keep and messages to send out.

No clock, no luck of its own, no socket, no file and no database: whoever runs a table passes in
the time and the luck, and does what comes out. `interface.py` lists all that goes in and out;
`machine.py` is where to begin reading.
"""
