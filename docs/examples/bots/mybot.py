"""A player in Python that needs nothing of this project: it conquers what costs least."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "choose":
        continue  # the start, with the board and its borders
    conquests = [offer for offer in message["view"]["legal"] if "price" in offer]
    if conquests:
        chosen = min(conquests, key=lambda offer: (offer.get("short", 0), offer["price"]))["do"]
    else:
        chosen = message["legal"][0]
    print(json.dumps({"n": message["n"], "do": chosen}), flush=True)
