// The user's word on remote tools.
export type { Mode } from "@perspt/kernel";
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
export type { RejectionCode } from "./rejection-code.js";
export { REJECTION_CODES } from "./rejection-code.js";
export type { ToolPolicies, ToolPolicy } from "./tool-policy.js";
