import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `npm run dev` asks a server started by `smallworld serve --port 8000` for everything but the page.
const server = "http://127.0.0.1:8000";

/** Whether the page cannot begin without that module: it is reached from the entry by plain imports. */
function isNeededAtOnce(id, context, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = context.getModuleInfo(id);
  return Boolean(module) && (module.isEntry || module.importers.some((other) => isNeededAtOnce(other, context, seen)));
}

export default defineConfig({
  plugins: [svelte({ preprocess: vitePreprocess() })],
  build: {
    outDir: "../smallworld/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows files only
    modulePreload: { polyfill: false },
    // All that the page begins with is one file, also what others need as well: every further one costs its headers.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: (id, context) => (isNeededAtOnce(id, context) ? "page" : null) }] } } },
  },
  worker: { format: "es" },
  // Scripts find each other by where they lie themselves, so that a site of files can lie anywhere; only the document names places.
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `/${file}` : { relative: true }) },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: { include: ["src/**/*.test.ts"], isolate: false },
});
