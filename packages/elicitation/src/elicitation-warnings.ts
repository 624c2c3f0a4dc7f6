import type { ElicitationRequest } from "./elicitation-provider.js";

/** Stable. */
export type ElicitationWarningCode =
  | "secret_like_field"
  | "secret_like_message"
  | "user_info_in_url"
  | "punycode_host"
  | "unusual_port"
  | "unencrypted_url"
  | "unreadable_url";

/** Something that a person should know before answering. */
export interface ElicitationWarning {
  readonly code: ElicitationWarningCode;
  /** A sentence for the person who is asked. A server's words in it are names of fields, raw: to be sanitised where shown. */
  readonly message: string;
}

/** Words by which servers ask for what no form should hold (F10). */
const SECRET_WORDS =
  /pass(?:word|phrase|code)|secret|token|api[-_ ]?key|credential|private[-_ ]?key/i;

/**
 * What a person should know before answering (F7, F10, T62, T63): a form that seems to ask for a secret, an address that pretends to be
 * another. Pure and total; nothing is opened or resolved.
 */
export function elicitationWarnings(request: ElicitationRequest): readonly ElicitationWarning[] {
  switch (request.kind) {
    case "form":
      return [...formWarnings(request.requestedSchema), ...messageWarnings(request.message)];
    case "url":
      return urlWarnings(request.url);
  }
}

function formWarnings(schema: object): readonly ElicitationWarning[] {
  const properties = "properties" in schema ? schema.properties : undefined;
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties)
    .filter(([name, field]) => SECRET_WORDS.test(name) || SECRET_WORDS.test(titleOf(field)))
    .map(([name]) => ({
      code: "secret_like_field",
      message: `The field ${name} seems to ask for a secret. The server will receive what you type.`,
    }));
}

function titleOf(field: unknown): string {
  if (typeof field !== "object" || field === null || !("title" in field)) return "";
  return typeof field.title === "string" ? field.title : "";
}

function messageWarnings(message: string): readonly ElicitationWarning[] {
  if (!SECRET_WORDS.test(message)) return [];
  return [
    {
      code: "secret_like_message",
      message: "The message speaks of a secret. Forms are no place for one.",
    },
  ];
}

function urlWarnings(text: string): readonly ElicitationWarning[] {
  if (!URL.canParse(text)) {
    return [{ code: "unreadable_url", message: "This is not an address that can be opened." }];
  }
  const url = new URL(text);
  const warnings: ElicitationWarning[] = [];
  if (url.username !== "" || url.password !== "") {
    warnings.push({
      code: "user_info_in_url",
      message: `What stands before the @ is no host: this address leads to ${url.host}.`,
    });
  }
  if (url.hostname.split(".").some((label) => label.startsWith("xn--"))) {
    warnings.push({
      code: "punycode_host",
      message: `The host is written with letters of another alphabet: ${url.hostname}.`,
    });
  }
  if (url.port !== "") {
    warnings.push({ code: "unusual_port", message: `The address names the port ${url.port}.` });
  }
  if (url.protocol !== "https:") {
    warnings.push({
      code: "unencrypted_url",
      message:
        "What you enter there can be read on the way: the address does not begin with https.",
    });
  }
  return warnings;
}
