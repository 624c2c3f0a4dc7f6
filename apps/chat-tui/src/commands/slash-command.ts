import type { FormValue } from "@perspt/elicitation";

/** What a typed line that begins with a slash asks for. */
export type SlashCommand =
  | { readonly kind: "help" }
  | { readonly kind: "mcp" }
  | { readonly kind: "accept"; readonly content: FormContent | null }
  | { readonly kind: "decline" }
  | { readonly kind: "cancel" }
  | { readonly kind: "models" }
  | { readonly kind: "model"; readonly name: string }
  | { readonly kind: "copy"; readonly back: number }
  | { readonly kind: "export"; readonly file: string }
  | { readonly kind: "clear" }
  | { readonly kind: "reasoning" }
  | { readonly kind: "mouse" }
  | { readonly kind: "quit" };

/** A form's answer as it is sent: names and primitive values (F4). */
export type FormContent = { readonly [field: string]: FormValue };

export type LineReading =
  /** For the model, word for word. */
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "command"; readonly command: SlashCommand }
  /** Nothing is done and nothing is lost: the text stays where it was typed. */
  | { readonly kind: "misused"; readonly message: string };
