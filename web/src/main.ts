import { mount } from "svelte";
import App from "./App.svelte";
import "./colours.css";
import "./app.css";
import { loadArt } from "./lib/art";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");

void loadArt().catch(() => undefined); // without it names have no pictures, and whoever needs the board asks again

export default mount(App, { target });
