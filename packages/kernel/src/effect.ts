/** Effects that read and change nothing. The chat ceiling holds exactly these. */
export const READ_ONLY_EFFECTS = [
  "read_file",
  "search",
  "list",
  "data_read",
  "git_read",
  "lsp_query",
  "system_probe",
  "tool_search",
  "tool_program",
] as const;

/** Effects that can change something outside the model's conversation. */
export const OTHER_EFFECTS = [
  "write_artifact",
  "apply_patch",
  "move_file",
  "delete_file",
  "data_write",
  "run_verifier",
  "run_formatter",
  "run_test",
  "run_build",
  "run_repo_script",
  "run_shell",
  "mutate_dependencies",
  "git_write",
  "network_fetch",
  "ask_user",
  "spawn_agent",
  "update_graph",
  "update_policy",
] as const;

/** What a call does to the world, in the words of the user's policy (governance.md, Vocabulary). */
export type EffectKind = (typeof READ_ONLY_EFFECTS)[number] | (typeof OTHER_EFFECTS)[number];

export const EFFECT_KINDS: readonly EffectKind[] = [...READ_ONLY_EFFECTS, ...OTHER_EFFECTS];

/** Known words that no grant can hold yet. */
export const RESERVED_EFFECTS: readonly EffectKind[] = [
  "spawn_agent",
  "tool_program",
  "update_graph",
  "update_policy",
];

export function isReadOnlyEffect(effect: EffectKind): boolean {
  const readOnly: readonly EffectKind[] = READ_ONLY_EFFECTS;
  return readOnly.includes(effect);
}

export function isReservedEffect(effect: EffectKind): boolean {
  return RESERVED_EFFECTS.includes(effect);
}
