const BY_POLICY = "what a tool may do is said by policies that you write";
const NO_LOGIN = "Perspt does not log in; a header's value comes from a variable";
const BY_REQUEST = "`timeout_ms` is the deadline of each request, 30000 where it is not written";

const OTHER_FORM = "it is not of a form that is known";

const REASONS: ReadonlyMap<string, string> = new Map([
  ...["cwd", "workingDirectory"].map(
    (field) =>
      [field, "a program starts in the agent's workspace, and for chat in your home"] as const,
  ),
  ["envFile", "no file of variables is read; map what the program needs with `env_from_env`"],
  ...["timeout", "startup_timeout_sec", "startup_timeout_ms", "initTimeout"].map(
    (field) => [field, BY_REQUEST] as const,
  ),
  ...[
    "alwaysAllow",
    "always_allow",
    "autoApprove",
    "default_tools_approval_mode",
    "disabledTools",
    "disabled_tools",
    "enabled_tools",
    "excludeTools",
    "includeTools",
    "tools",
    "trust",
  ].map((field) => [field, BY_POLICY] as const),
  ...["env", "environment", "env_vars", "headers", "http_headers", "env_http_headers"].map(
    (field) => [field, OTHER_FORM] as const,
  ),
  ["bearer_token_env_var", OTHER_FORM],
  ["tool_timeout_sec", "it is no time from a millisecond to an hour"],
  ...["auth", "authorization_token", "authProviderType", "oauth", "oauth_resource", "scopes"].map(
    (field) => [field, NO_LOGIN] as const,
  ),
]);

/** Why a setting of another program is not taken over, as the end of a sentence. */
export function reasonForField(field: string): string {
  return REASONS.get(field) ?? "Perspt has no such setting";
}
