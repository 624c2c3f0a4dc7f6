import { type Journal, type OpenJournalOptions, openJournal } from "../../src/index.js";
import { HEADER } from "../sessions.js";
import type { SimulatedDisk } from "../simulated-disk/simulated-disk.js";

/** Where a simulation keeps its journals. */
export const STATE_DIRECTORY = "/home/state";

/** A journal on a simulated disk, with the only process that there is. */
export function openSimulated(
  disk: SimulatedDisk,
  { kind, id }: { readonly kind: "new" | "existing"; readonly id: string },
  over: Partial<OpenJournalOptions> = {},
): Promise<Journal> {
  return openJournal({
    stateDirectory: STATE_DIRECTORY,
    session: kind === "new" ? { kind, id, header: HEADER } : { kind, id },
    secrets: [],
    files: disk,
    limits: { segmentBytes: 1_000_000, anchorEvery: 16, reserveBytes: 1_000 },
    acquireLock: async () => ({ release: async () => {} }),
    ...over,
  });
}
