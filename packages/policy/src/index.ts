// The user's word on remote tools.

export type { Mode } from "@perspt/kernel";
export type { ToolPolicies, ToolPolicy } from "./tool-policy.js";

// Admission of a server's catalog.

export type {
  Admission,
  AdmissionRule,
  AdmittedOperation,
  CatalogAdmission,
  CatalogRefusalCode,
  CatalogRequest,
  ListedTool,
  RejectedTool,
} from "./admission.js";
export { admitCatalog, MAX_CATALOG_BYTES, MAX_TOOLS } from "./admit-catalog.js";
export type { RejectionCode } from "./rejection-code.js";
export { REJECTION_CODES } from "./rejection-code.js";

// Names and identities.

export { ALIAS_LIMIT, aliasOf } from "./alias.js";
export { policyDigest, toolDigest } from "./digests.js";
export {
  isRemoteName,
  operationName,
  parseOperationName,
  RESERVED_NAME_PREFIX,
} from "./operation-name.js";
export { isServerId, SERVER_ID_RULE, serverIdKey } from "./server-id.js";

// The operations that Perspt defines itself.

export type { ClientOperation, ClientOperationName } from "./client-operations.js";
export {
  CLIENT_OPERATION_FOOTPRINT,
  CLIENT_OPERATION_RISK,
  CLIENT_OPERATIONS,
  MAX_ARGUMENT_PAIRS,
} from "./client-operations.js";
export type { ClientRequest, ClientRequestReading } from "./client-request.js";
export { readClientRequest } from "./client-request.js";

// What a person may start from when they classify a tool.

export { type PolicyProposal, proposePolicy } from "./propose-policy.js";

// A policy as the TOML that it came from.

export { policyTable, tomlString } from "./toml.js";
