import { digestBytes } from "@perspt/json";

/**
 * The name beside a file under which its next content stands until it takes the file's place. It follows from the path, so that what a
 * crash leaves can be found; it is created new each time, so that nothing planted there is written to.
 */
export function temporaryName(path: string): string {
  return `.perspt-${digestBytes(path).slice("sha256:".length, "sha256:".length + 16)}.tmp`;
}
