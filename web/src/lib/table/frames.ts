// Messages that are shown as one.

import type { LogEntry } from "../wire/wire.gen";

const of = (events: LogEntry[]): LogEntry[] => events.filter(({ kind }) => kind === "move");
const quiet = (events: LogEntry[]): boolean => events.every(({ kind }) => kind === "move" || kind === "deployed" || kind === "left");

/** Whether what happened next only goes on with the redeployment before it: its tokens move all at once. */
export function goesOn(before: LogEntry[], next: LogEntry[]): boolean {
  const seat = of(before)[0]?.seat;
  return (
    quiet(before) && quiet(next) && seat !== undefined && seat === of(next)[0]?.seat &&
    of(before).every(({ action }) => action?.verb === "stop" || action?.verb === "deploy") && of(next).every(({ action }) => action?.verb === "deploy")
  );
}
