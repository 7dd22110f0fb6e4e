// Messages for who is away: how this server can reach people, and who of a table wants to be told.

import { ask } from "./api";
import { ownSecrets } from "../page/keep";
import { register } from "../local/offline";
import { settings } from "../page/settings.svelte";
import type { NoticeDone, NotifyOptions, NotifyRequest, WantedNotice, WantedNotices } from "./wire.gen";

export const getOptions = (): Promise<NotifyOptions> => ask("/api/notices");

export const changeNotice = (id: string, act: "stop" | "confirm", token: string): Promise<NoticeDone> =>
  ask(`/api/notices/${encodeURIComponent(id)}/${act}/${encodeURIComponent(token)}`, {});

/** Whether this browser can be pushed to: only where the connection is safe. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The worker that receives what is pushed; it is registered sooner than it would be by itself. */
async function worker(): Promise<ServiceWorkerRegistration> {
  register();
  return navigator.serviceWorker.ready;
}

async function endpoint(): Promise<string> {
  if (!canPush()) return "";
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription().catch(() => null))?.endpoint ?? "";
}

/** Asks for messages about a table by the ways that are named; without any, only who is told already. */
export async function want(table: string, ways: Pick<NotifyRequest, "push" | "mail" | "hook"> = {}): Promise<WantedNotice[]> {
  const lang = settings.lang === "de" ? "de" : "en";
  const body: NotifyRequest = { secrets: ownSecrets(table), lang, endpoint: ways.push?.endpoint ?? (await endpoint()), ...ways };
  return (await ask<WantedNotices>(`/api/tables/${encodeURIComponent(table)}/notices`, body)).wanted;
}

export type Refusal = "denied" | "failed";

/** This very browser, as it can be pushed to; the reader is asked for leave. */
export async function subscribe(key: string): Promise<NonNullable<NotifyRequest["push"]> | Refusal> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    const { pushManager } = await worker();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { keys } = made.toJSON();
    return { endpoint: made.endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
  } catch {
    return "failed"; // no push service can be reached, or the key of the server is another one
  }
}
