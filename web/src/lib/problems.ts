import { has, t } from "./i18n.svelte";
import { reasonText } from "./log";
import { settings } from "./settings.svelte";
import type { ServerError } from "./types";

/** An error of the server in the reader's language, with its own words where they say more. */
export function problemText(problem: ServerError): string {
  const key = `err_${problem.code}`;
  const text = reasonText(problem.text, settings.lang === "de");
  return has(key) ? t(key, { text }) : t("error", { text });
}
