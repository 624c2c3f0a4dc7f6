/** Why an endpoint is refused before anything is resolved, opened or started. */
export type EndpointProblemCode =
  | "invalid_url"
  | "unsupported_scheme"
  | "plaintext_endpoint"
  | "ambiguous_host"
  | "credentials_in_url"
  | "fragment_in_url"
  | "invalid_header_name"
  | "reserved_header"
  | "duplicate_header"
  | "invalid_header_value"
  | "missing_program"
  | "relative_program"
  | "batch_file"
  | "invalid_argument"
  | "invalid_variable_name"
  | "invalid_variable_value";

/** Where in the server's table the problem is. */
export type EndpointField = "url" | "headers" | "command" | "environment";

export interface EndpointProblem {
  readonly code: EndpointProblemCode;
  readonly field: EndpointField;
  /** The header, variable or argument position that it is about; null for the field as a whole. */
  readonly key: string | null;
  /** One sentence for a person. It never holds the value of a header or a variable (T21). */
  readonly message: string;
  /** What to write instead. */
  readonly hint: string;
}
