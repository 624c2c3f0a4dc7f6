import type { AppendFile } from "./file-system.js";

/** Writes all of the bytes, however few the disk takes at a time. Throws the system's error; then some of them may stand there. */
export function appendAll(file: AppendFile, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    const taken = file.write(bytes.subarray(written));
    if (taken < 1) throw new Error("the disk took nothing, and did not say why");
    written += taken;
  }
}
