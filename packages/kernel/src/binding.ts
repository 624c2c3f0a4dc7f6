/**
 * What an operation's name stands for at one moment. Proposals, grants, permits and pins compare these; every digest is handed in,
 * never computed here (governance.md, Identities).
 */
export interface OperationBinding {
  /** Counts the catalog's changes; a proposal made under another epoch is stale (T43). */
  readonly epoch: number;
  /** Digest of transport, argv or URL, working directory and mapped names (T05). */
  readonly endpointIdentity: string;
  /** Digest of the server's policy tables. */
  readonly policyDigest: string;
  /** Digest of the tool's listed definition (T42). */
  readonly toolDigest: string;
}
