import type { EndpointProblemCode } from "@perspt/transport";

/** Why a configuration does not load. Stable: users script against these. */
export type ConfigErrorCode =
  | "file_too_large"
  | "invalid_encoding"
  | "syntax_error"
  | "unsafe_key"
  | "unknown_key"
  | "missing_key"
  | "wrong_type"
  | "out_of_range"
  | "not_allowed"
  | "invalid_value"
  | "duplicate_id"
  | "duplicate_value"
  | "too_many"
  | "transport_conflict"
  | "wrong_transport"
  | "reserved_name"
  | "literal_secret"
  | "invalid_root"
  | EndpointProblemCode
  /** Only from `resolveTransport`: the file is well, the environment is not. */
  | "missing_env_source";

/** What loads and is probably not meant. */
export type ConfigWarningCode =
  | "opaque_policy"
  | "reserved_effect"
  | "unadmittable_name"
  | "secret_like_field"
  | "secret_in_file"
  | "no_effect";

export type ConfigProblemCode = ConfigErrorCode | ConfigWarningCode;

/**
 * One thing that is wrong with a configuration file. Texts are for people: one line each, without control characters; the value of a
 * secret-like key is never in them (T21), and no other value is longer in `received` than a line holds.
 */
export interface ConfigProblem {
  /** The file's name as the caller gave it. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units as editors count. */
  readonly column: number;
  /** The table as TOML names it, such as `[[external_tools]] "docs"`; null for the file as a whole. */
  readonly table: string | null;
  /** The key in that table, such as `timeout_ms` or `footprint.selectors[0].access`; null for the table as a whole. */
  readonly key: string | null;
  readonly code: ConfigProblemCode;
  /** A phrase that follows "expected". */
  readonly expected: string;
  /** A phrase that follows "received". */
  readonly received: string;
  /** What to do. TOML to write or to add stands in backticks, and loads when it is put where the sentence says. */
  readonly fix: string;
}
