// A player in JavaScript. Its rule: conquer what costs least; decline when out of tokens.
const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "choose") {
    console.log(JSON.stringify({ n: message.n, do: choose(message.view) }));
  }
});

function choose(view) {
  const texts = view.legal.map((offer) => offer.do);
  const conquests = view.legal.filter((offer) => offer.do.startsWith("conquer"));
  conquests.sort((one, other) => one.price - other.price);
  if (conquests.length > 0) return conquests[0].do;
  if (texts.includes("decline") && texts.includes("expand")) {
    const { active } = view.seats.find((seat) => seat.name === view.seat);
    return active.hand < 2 && view.turn < view.turns - 1 ? "decline" : "expand";
  }
  const wanted = ["pick 1", "roll", "deploy", "stop", "done"];
  return texts.find((text) => wanted.some((word) => text.startsWith(word))) ?? texts[0];
}
