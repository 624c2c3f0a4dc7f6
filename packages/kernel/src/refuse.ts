import type { AuthorityRefusal, AuthorityRefusalCode } from "./permit.js";

export function refuse(code: AuthorityRefusalCode, reason: string): AuthorityRefusal {
  return { kind: "refused", code, reason };
}
