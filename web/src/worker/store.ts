// What is kept of games in this browser: IndexedDB. A change is kept before anybody hears of it.

export interface StoredEntry {
  op: "put" | "add" | "delete";
  store: string;
  value?: unknown;
  key?: string;
}
export interface Wanted {
  changes?: string;
  review?: string;
  everything?: boolean;
}

const STORES: Record<string, string | string[]> = { tables: "id", changes: ["table", "n"], reviews: "table", files: "name" };

const answerOf = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("the database gave no answer"));
  });

export class Store {
  #open: Promise<IDBDatabase> | null = null;

  #db(): Promise<IDBDatabase> {
    this.#open ??= this.#connect().catch((error: unknown) => {
      this.#open = null; // it may be allowed the next time
      throw error;
    });
    return this.#open;
  }

  async #connect(): Promise<IDBDatabase> {
    const asked = indexedDB.open("smallworld", 1);
    asked.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) asked.result.createObjectStore(name, { keyPath });
    };
    const db = await answerOf(asked);
    db.onclose = () => (this.#open = null);
    return db;
  }

  /** Writes all or nothing; on return it is on the disk. A `ConstraintError` says that another page was quicker. */
  async write(entries: StoredEntry[]): Promise<void> {
    const db = await this.#db();
    const all = db.transaction(Object.keys(STORES), "readwrite", { durability: "strict" });
    const done = new Promise<void>((resolve, reject) => {
      all.oncomplete = () => resolve();
      all.onabort = () => reject(all.error ?? new DOMException("the database gave up", "AbortError"));
    });
    for (const { op, store, value, key } of entries) {
      if (op === "delete") all.objectStore(store).delete(key ?? "");
      else all.objectStore(store)[op](value);
    }
    await done;
  }

  async read({ changes, review }: Wanted): Promise<unknown> {
    const all = (await this.#db()).transaction(Object.keys(STORES), "readonly");
    if (changes !== undefined) {
      return answerOf(all.objectStore("changes").getAll(IDBKeyRange.bound([changes, 0], [changes, Infinity])));
    }
    if (review !== undefined) {
      const kept = (await answerOf(all.objectStore("reviews").get(review))) as { review: string } | undefined;
      return kept?.review ?? null;
    }
    const found = Object.keys(STORES).map(async (name) => [name, await answerOf(all.objectStore(name).getAll())] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  /** What the home has to know at its start. */
  async start(): Promise<{ tables: unknown[]; files: unknown[] }> {
    const all = (await this.#db()).transaction(["tables", "files"], "readonly");
    const [tables, files] = await Promise.all([answerOf(all.objectStore("tables").getAll()), answerOf(all.objectStore("files").getAll())]);
    return { tables, files };
  }

  async tables(ids: string[]): Promise<unknown[]> {
    const all = (await this.#db()).transaction("tables", "readonly").objectStore("tables");
    return Promise.all(ids.map((id) => answerOf(all.get(id))));
  }
}
