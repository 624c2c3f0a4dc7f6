import type { HostProblem } from "@perspt/host";

/** A server's problem as it is told among others: with whose it is, and nothing else that it may carry. */
export function problemOfServer(id: string, { code, message, hint }: HostProblem): HostProblem {
  return { code, message: `${id}: ${message}`, hint };
}
