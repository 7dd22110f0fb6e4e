import { mount } from "svelte";
import App from "./App.svelte";
import "./colours.css";
import "./app.css";
import { loadArt } from "./lib/board/art";
import { site } from "./lib/wire/home";
import { loadLanguage } from "./lib/text/languages";
import { settings } from "./lib/page/settings.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");

void loadArt().catch(() => undefined); // without it names have no pictures, and whoever needs the board asks again

// Nothing can be said before the words are here; if they do not come, the page says so by what it can do.
void loadLanguage(settings.lang)
  .catch(() => undefined)
  .then(() => mount(App, { target }));

// What is not needed at once: games that go on without a server, and a page that opens without a network.
addEventListener("load", () => {
  if (site) void import("./lib/local/local").then(({ start }) => start());
  else setTimeout(() => void import("./lib/local/offline").then(({ register }) => register()), 4000); // not in the way of the first game
});
