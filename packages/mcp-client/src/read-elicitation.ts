import type { FormElicitationRequest, UrlElicitationRequest } from "@perspt/elicitation";
import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { wordIn } from "./word-in.js";

/** Most fields of a form, and the longest message and address, in characters (F12). */
export const MAX_FORM_FIELDS = 64;
export const MAX_ELICITATION_MESSAGE = 16 * 1024;
export const MAX_ELICITATION_URL = 8 * 1024;

type Question = "kind" | "message" | "requestedSchema" | "url";

export type ElicitationReading =
  | {
      readonly kind: "form";
      readonly question: Pick<FormElicitationRequest, Question & keyof FormElicitationRequest>;
    }
  | {
      readonly kind: "url";
      readonly question: Pick<UrlElicitationRequest, Question & keyof UrlElicitationRequest>;
    }
  /** Well-formed, but nothing that a person should be shown: it is declined for them. */
  | { readonly kind: "decline"; readonly reason: string }
  | { readonly kind: "malformed"; readonly reason: string };

/** Reads `elicitation/create` (F1 to F3, T62). A missing mode means a form; a mode other than the two is malformed. Pure and total. */
export function readElicitation(params: JsonObject): ElicitationReading {
  const { message, mode = "form", requestedSchema, url } = params;
  if (typeof message !== "string") return malformed("its message is not text");
  if (message.length > MAX_ELICITATION_MESSAGE) return decline("its message is too long");
  switch (wordIn(mode)) {
    case "form": {
      if (!isJsonObject(requestedSchema)) return malformed("its requestedSchema is not an object");
      const problem = formProblem(requestedSchema);
      return problem === null
        ? { kind: "form", question: { kind: "form", message, requestedSchema } }
        : decline(problem);
    }
    case "url": {
      if (typeof url !== "string") return malformed("its url is not text");
      const problem = addressProblem(url);
      return problem === null
        ? { kind: "url", question: { kind: "url", message, url } }
        : decline(problem);
    }
    default:
      return malformed("its mode is neither form nor url");
  }
}

/** A form is flat: an object of fields, each of one primitive type or a list of choices (F3). */
function formProblem({ type, properties = {} }: JsonObject): string | null {
  if (type !== "object" || !isJsonObject(properties)) return "its form is no object of fields";
  const fields = Object.values(properties);
  if (fields.length > MAX_FORM_FIELDS) return `its form has more than ${MAX_FORM_FIELDS} fields`;
  return fields.every(isFlatField) ? null : "its form holds a field that is not flat";
}

function isFlatField(field: JsonValue): boolean {
  if (!isJsonObject(field) || Object.hasOwn(field, "$ref")) return false;
  switch (wordIn(field["type"])) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
      return true;
    case "array":
      return isChoice(field["items"]);
    default:
      return false;
  }
}

/** What a list may hold: texts out of `enum`, or titled ones out of `anyOf`. */
function isChoice(items: JsonValue | undefined): boolean {
  return isJsonObject(items) && (Array.isArray(items["enum"]) || Array.isArray(items["anyOf"]));
}

/** An address of another scheme is nothing that a person could safely be shown. */
function addressProblem(url: string): string | null {
  if (url.length > MAX_ELICITATION_URL) return "its url is too long";
  if (!URL.canParse(url)) return "its url is none";
  const { protocol } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? null : "its url is neither https nor http";
}

function decline(reason: string): ElicitationReading {
  return { kind: "decline", reason };
}

function malformed(reason: string): ElicitationReading {
  return { kind: "malformed", reason };
}
