/** A JSON value; declared here so that a provider needs nothing but this package. */
export type ElicitationJson =
  | string
  | number
  | boolean
  | null
  | readonly ElicitationJson[]
  | { readonly [name: string]: ElicitationJson };

/** Which server asks, for which call. The server's own words are in `message` and below: untrusted, to be sanitised where shown. */
interface ElicitationOrigin {
  /** Unique among the requests of this process. */
  readonly id: string;
  /** The id that the user gave the server in the configuration; never the name that the server gives itself (F6). */
  readonly serverId: string;
  /** The call that the server wants the answer for, as the host names it in its journal. */
  readonly call: string;
  /** What was called: a tool's or prompt's remote name, or a resource's address. */
  readonly operation: string;
  readonly message: string;
}

/** The server wants a form filled in. */
export interface FormElicitationRequest extends ElicitationOrigin {
  readonly kind: "form";
  /** A flat JSON schema by the specification, as it came; the server validates the answer, not the client. */
  readonly requestedSchema: { readonly [name: string]: ElicitationJson };
}

/** The server wants the person to open an address. Nothing here opens, fetches or resolves it (F7, T62). */
export interface UrlElicitationRequest extends ElicitationOrigin {
  readonly kind: "url";
  readonly url: string;
}

/** What a server asks of the person, read and bounded: a form to fill in, or an address to visit. Its texts are the server's, raw. */
export type ElicitationRequest = FormElicitationRequest | UrlElicitationRequest;

/** The only values that a form's answer can hold (F4). */
export type FormValue = string | number | boolean | readonly string[];

/**
 * `decline` is a person's no; `cancel` is no answer: dismissed, timed out, interrupted. `content` belongs to an accepted form and to
 * nothing else (F5). Accepting a URL is consent to it, not its completion (F8).
 */
export type ElicitationAnswer =
  | { readonly action: "accept"; readonly content: { readonly [field: string]: FormValue } | null }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };

/**
 * Answers what servers ask a person. Implement it to bring your own prompt, form or approval service.
 *
 * `elicit` may take as long as a person thinks, within the call's own deadline. It should settle with `cancel` when the signal aborts,
 * because the call that asked has ended; a late answer is dropped. What it throws counts as `cancel`. It is called for one request of a
 * server at a time; requests of several servers come side by side. A URL is shown whole and never opened, fetched or resolved without
 * a person's consent (F7).
 */
export interface McpElicitationProvider {
  elicit(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer>;
}
