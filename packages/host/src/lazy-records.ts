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
  /** The newest catalog of each server that decisions may be made from. */
  readonly #catalogs = new Map<string, ServerCatalog>();
  /** The newest epoch of each server that is written down, or about to be. */
  readonly #epochs = new Map<string, number>();
  #opening: Promise<SessionRecords> | null = null;

  constructor(options: {
    readonly journal: SessionJournal;
    readonly capability: Capability;
  }) {
    this.#journal = options.journal;
    this.#capability = options.capability;
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

  /**
   * Writes down a catalog that decisions are about to be made from. Resolves at once while no decision has opened the journal: it will
   * begin with the newest. Rejects with a `JournalError`.
   */
  async catalog(catalog: ServerCatalog): Promise<void> {
    this.#catalogs.set(catalog.server, catalog);
    if (this.#opening === null) return;
    await this.#write(await this.#opening, catalog);
  }

  async #open(): Promise<SessionRecords> {
    const records = new SessionRecords(await this.#journal.open());
    // Queued in order; the first intent shares their sync.
    await Promise.all([
      records.grant(this.#capability),
      ...[...this.#catalogs.values()].map((catalog) => this.#write(records, catalog)),
    ]);
    return records;
  }

  async #write(records: SessionRecords, catalog: ServerCatalog): Promise<void> {
    if ((this.#epochs.get(catalog.server) ?? 0) >= catalog.epoch) return;
    this.#epochs.set(catalog.server, catalog.epoch);
    await records.catalog(catalog);
  }
}
