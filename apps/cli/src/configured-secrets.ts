import type { Machine } from "./machine/machine.js";
import { mappedValues } from "./mapped-values.js";
import { loadConfig } from "./settings/load-config.js";

/** What must not be written down or shown. Where no configuration loads, nothing is known to be secret. */
export async function configuredSecrets(
  { files, environment }: Pick<Machine, "files" | "environment">,
  configFile: string,
): Promise<readonly string[]> {
  const loading = await loadConfig(files, configFile);
  return loading.kind === "loaded" ? mappedValues(loading.config.servers, environment) : [];
}
