import type { FormElicitationRequest, FormValue } from "./elicitation-provider.js";

/**
 * Required fields that an answer leaves out, in the form's order. A warning, not a refusal: the server validates (report 20). Pure.
 */
export function missingFields(
  { requestedSchema }: Pick<FormElicitationRequest, "requestedSchema">,
  content: { readonly [field: string]: FormValue },
): readonly string[] {
  const required = Object.hasOwn(requestedSchema, "required") ? requestedSchema["required"] : [];
  if (!Array.isArray(required)) return [];
  return required
    .filter((name) => typeof name === "string")
    .filter((name) => !Object.hasOwn(content, name));
}
