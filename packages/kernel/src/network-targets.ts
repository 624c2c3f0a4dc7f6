/** The network end that a URL argument names. */
export type TargetReading =
  /** `host:port`, the host in lower case, the port always there. */
  | { readonly kind: "target"; readonly endpoint: string }
  | { readonly kind: "unreadable"; readonly because: string };

const HOST = String.raw`[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]`;
const URL_FORM = new RegExp(`^(https?)://(${HOST})(?::([0-9]{1,5}))?(?:[/?#]|$)`, "i");
const HOST_FORM = new RegExp(`^(${HOST})(?::([0-9]{1,5}))?$`, "i");
const HTTP_PORT = 80;
const HTTPS_PORT = 443;

/**
 * Reads the target of an http or https URL by a grammar narrower than any parser's, so that no parser finds another host in it: no
 * user part, backslash, space, control or non-ASCII character anywhere.
 */
export function readTarget(text: string): TargetReading {
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes("\\")) {
    return unreadable("holds a space, a backslash, or a character outside visible ASCII");
  }
  const [whole, scheme = "", host = "", port] = URL_FORM.exec(text) ?? [];
  if (whole === undefined) return unreadable("is not an http or https URL with a plain host");
  const schemePort = scheme.toLowerCase() === "https" ? HTTPS_PORT : HTTP_PORT;
  return {
    kind: "target",
    endpoint: `${host.toLowerCase()}:${port === undefined ? schemePort : Number(port)}`,
  };
}

/** The endpoints that a granted host stands for: the named port, or those of http and https; null for text that is no host. */
export function readHost(text: string): readonly string[] | null {
  const [whole, host = "", port] = HOST_FORM.exec(text) ?? [];
  if (whole === undefined) return null;
  const ports = port === undefined ? [HTTP_PORT, HTTPS_PORT] : [Number(port)];
  return ports.map((number) => `${host.toLowerCase()}:${number}`);
}

function unreadable(because: string): TargetReading {
  return { kind: "unreadable", because };
}
