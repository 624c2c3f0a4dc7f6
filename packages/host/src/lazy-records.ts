import type { Capability } from "@perspt/kernel";
import type { ServerCatalog } from "./server-catalog.js";
import { type SessionJournal, SessionRecords } from "./session-records.js";

/**
 * Opens a session's journal with its first decision, and begins it with the grant and with what every server listed: what later
 * decisions are made from. Listing and inspecting never come here, so they leave nothing on disk.
 */
export class LazyRecords {
  readonly #journal: SessionJournal;
  readonly #capability: Capability;
  readonly #catalogs: () => readonly ServerCatalog[];
  #opening: Promise<SessionRecords> | null = null;

  constructor(options: {
    readonly journal: SessionJournal;
    readonly capability: Capability;
    readonly catalogs: () => readonly ServerCatalog[];
  }) {
    this.#journal = options.journal;
    this.#capability = options.capability;
    this.#catalogs = options.catalogs;
  }

  /** Rejects with a `JournalError` when the journal cannot be opened, and then for every later call. */
  get(): Promise<SessionRecords> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** The records, where a decision has opened them. */
  async current(): Promise<SessionRecords | null> {
    try {
      return this.#opening === null ? null : await this.#opening;
    } catch {
      return null;
    }
  }

  async #open(): Promise<SessionRecords> {
    const records = new SessionRecords(await this.#journal.open());
    // Queued in order; the first intent shares their sync.
    await Promise.all([
      records.grant(this.#capability),
      ...this.#catalogs().map((catalog) => records.catalog(catalog)),
    ]);
    return records;
  }
}
