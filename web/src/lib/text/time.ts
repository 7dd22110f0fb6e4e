import { t } from "./i18n.svelte";

/** "5 minutes ago", from seconds since 1970. */
export function ago(seconds: number): string {
  const minutes = Math.floor((Date.now() / 1000 - seconds) / 60);
  if (minutes < 1) return t("justNow");
  if (minutes < 60) return t("minutesAgo", { n: minutes });
  if (minutes < 60 * 24) return t("hoursAgo", { n: Math.floor(minutes / 60) });
  return t("daysAgo", { n: Math.floor(minutes / 60 / 24) });
}

/** A stretch of time in its largest unit: "3 days". */
export function roughly(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return t("nSeconds", { n: Math.ceil(seconds) });
  if (minutes < 60) return t("nMinutes", { n: minutes });
  if (minutes < 60 * 24) return t("nHours", { n: Math.floor(minutes / 60) });
  return t("nDays", { n: Math.floor(minutes / 60 / 24) });
}
