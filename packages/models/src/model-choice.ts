/** Providers that are reached over the network. */
export type ModelProviderName = "openai" | "anthropic" | "google" | "openai_compatible";

/** Which model, and how it is reached. The key is a value here; where it is configured, it is a variable's name. */
export type ModelChoice = { readonly provider: "rehearsal" } | RemoteModelChoice;

export interface RemoteModelChoice {
  readonly provider: ModelProviderName;
  readonly model: string;
  /** Null for the provider's own; `openai_compatible` needs one, such as `http://127.0.0.1:11434/v1` for Ollama. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** The variable that the key is from, for hints. */
  readonly apiKeyEnv: string | null;
  /** Null for the provider's own. */
  readonly contextTokens: number | null;
}
