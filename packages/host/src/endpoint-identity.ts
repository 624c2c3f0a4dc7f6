import { type Digest, digest } from "@perspt/json";
import { locateProgram, type TransportConfig } from "@perspt/transport";

/**
 * Which server a configuration reaches (governance.md, Identities): a digest over the transport, the resolved argv or URL, the child's
 * working directory and the names of mapped variables and headers, never their values. A grant for one identity is void for another
 * (T05, T06). Rejects with a `TransportError` where the program cannot be found.
 */
export async function endpointIdentity(transport: TransportConfig): Promise<Digest> {
  switch (transport.kind) {
    case "stdio": {
      const [, ...programArguments] = transport.command;
      return digest({
        transport: "stdio",
        argv: [await locateProgram(transport), ...programArguments],
        workingDirectory: transport.workingDirectory,
        variables: namesOf(transport.environment).sort(),
      });
    }
    case "streamable_http":
      return digest({
        transport: "streamable_http",
        url: transport.url,
        headers: namesOf(transport.headers)
          .map((name) => name.toLowerCase())
          .sort(),
      });
  }
}

function namesOf(values: ReadonlyMap<string, string> = new Map()): string[] {
  return [...values.keys()];
}
