import {
  type ElicitationRequest,
  elicitationWarnings,
  type PendingElicitation,
} from "@perspt/elicitation";
import { sanitizeForTerminal } from "@perspt/text";
import { indentRows, span, wrapSpans } from "../transcript/wrap-spans.js";
import type { Row, Span, Style } from "../view/frame.js";

/**
 * What a server asks, as rows: whose question it is and its place in the queue, the server's words as data, and how to answer. An address
 * is shown whole, its host marked; nothing is opened, fetched or resolved (T62, F7).
 */
export function elicitationRows(
  { request, position }: PendingElicitation,
  waiting: number,
  columns: number,
): readonly Row[] {
  const queue = waiting > 1 ? ` (${position} of ${waiting})` : "";
  const head = [
    span(`${clean(request.serverId)} asks`, { tone: "accent", bold: true }),
    span(`${queue}, for its ${clean(request.operation)}`, { tone: "muted" }),
  ];
  const body = [
    ...wrapSpans([span(cleanLines(request.message))], columns - 2),
    ...warningRows(request, columns - 2),
    ...askedRows(request, columns - 2),
    ...wrapSpans([span(ANSWERS[request.kind], { tone: "muted" })], columns - 2),
  ];
  const bar = [span("│ ", { tone: "accent" })];
  return [...wrapSpans(head, columns), ...indentRows(body, bar, bar)];
}

const ANSWERS = {
  form: '/mcp accept {"field":"value"}, /mcp decline or /mcp cancel',
  url: "/mcp accept once you agree to it, /mcp decline or /mcp cancel. Perspt does not open it.",
} as const;

function askedRows(request: ElicitationRequest, columns: number): readonly Row[] {
  switch (request.kind) {
    case "form": {
      const json = JSON.stringify(request.requestedSchema, null, 2);
      return wrapSpans([span(cleanLines(json), { tone: "code" })], columns);
    }
    case "url":
      return wrapSpans(urlSpans(request.url), columns);
  }
}

/** The host is what a person has to judge. */
function urlSpans(url: string): readonly Span[] {
  const shown = clean(url);
  const host = URL.canParse(url) ? clean(new URL(url).host) : "";
  const at = host === "" ? -1 : shown.indexOf(host, shown.indexOf("//") + 2);
  const link: Style = { tone: "link" };
  if (at === -1) return [span(shown, link)];
  return [
    span(shown.slice(0, at), link),
    span(host, { ...link, bold: true, inverse: true }),
    span(shown.slice(at + host.length), link),
  ].filter(({ text }) => text !== "");
}

function warningRows(request: ElicitationRequest, columns: number): readonly Row[] {
  return elicitationWarnings(request).flatMap(({ message }) =>
    wrapSpans([span(`! ${clean(message)}`, { tone: "warning", bold: true })], columns),
  );
}

function clean(text: string): string {
  return sanitizeForTerminal(text);
}

function cleanLines(text: string): string {
  return sanitizeForTerminal(text, { layout: "multiline" });
}
