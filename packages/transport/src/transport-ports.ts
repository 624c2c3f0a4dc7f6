import type { Fetch } from "./http/fetch-port.js";
import type { TransportClock } from "./shared/clock.js";
import type { FileLookup } from "./stdio/file-lookup.js";
import type { Spawn } from "./stdio/spawn-port.js";

/** Where the transports meet the machine. `createTransport` fills in the machine's own for what is left out. */
export interface TransportPorts {
  readonly spawn: Spawn;
  readonly fetch: Fetch;
  readonly clock: TransportClock;
  readonly files: FileLookup;
  readonly platform: NodeJS.Platform;
  /** This process's own environment: `PATH` and `SystemRoot` are read from it, and what would weaken TLS. */
  readonly environment: NodeJS.ProcessEnv;
}
