import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `npm run dev` asks a server started by `smallworld serve --port 8000` for everything but the page.
const server = "http://127.0.0.1:8000";

const BASE =
  /node_modules.svelte.|src.lib.(art|geometry|home|i18n\.svelte|keep|seats|settings\.svelte|time)\.ts$|src.components.(Emblem|Glyph|Ground)\.svelte/;

export default defineConfig({
  plugins: [svelte({ preprocess: vitePreprocess() })],
  build: {
    outDir: "../smallworld/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows files only
    modulePreload: { polyfill: false },
    // What every screen needs is one file: each has its headers, and is waited for.
    rolldownOptions: { output: { advancedChunks: { groups: [{ name: "base", test: BASE }] } } },
  },
  worker: { format: "es" },
  // Scripts find each other by where they lie themselves, so that a site of files can lie anywhere; only the document names places.
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `/${file}` : { relative: true }) },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: { include: ["src/**/*.test.ts"], isolate: false },
});
