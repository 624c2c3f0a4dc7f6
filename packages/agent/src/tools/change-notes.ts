import type { Digest } from "@perspt/json";

/** A change of one place in the tree. Paths are relative to its root, `/` between their parts; digests are of the files' bytes. */
export type FileChange =
  /** Null where no file stands. */
  | {
      readonly kind: "content";
      readonly path: string;
      readonly before: Digest | null;
      readonly after: Digest | null;
    }
  | { readonly kind: "moved"; readonly from: string; readonly to: string; readonly content: Digest }
  /** It was empty. */
  | { readonly kind: "directory_removed"; readonly path: string };

/** Where a change is written down before it is made, so that a crash leaves no doubt about it. */
export interface ChangeNotes {
  /** `call` is the call's name in the journal. Durable when it resolves; the change is made only then. May reject. */
  note(call: string, change: FileChange): Promise<void>;
}

/** The change was not noted, and therefore not made. */
export class NoteFailure extends Error {
  override readonly name = "NoteFailure";
}

/** Notes a change; rejects with a `NoteFailure`. */
export async function noteChange(
  notes: ChangeNotes,
  call: string,
  change: FileChange,
): Promise<void> {
  try {
    await notes.note(call, change);
  } catch (error) {
    throw new NoteFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
