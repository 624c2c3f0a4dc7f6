import type { Digest } from "@perspt/json";

/** A change that a tool is about to make: enough to see afterwards whether it was made. Paths are relative to the tree. */
export type FileChange =
  | {
      readonly kind: "content";
      readonly path: string;
      /** SHA-256 of the bytes; null where there is no file. */
      readonly before: Digest | null;
      readonly after: Digest | null;
    }
  | {
      readonly kind: "moved";
      readonly from: string;
      readonly to: string;
      readonly content: Digest;
    };

/** Where changes are noted before they are made. */
export interface ChangeNotes {
  /** Durable when it resolves. `call` names the call as the host does. Rejects with the system's error. */
  note(call: string, change: FileChange): Promise<void>;
}
