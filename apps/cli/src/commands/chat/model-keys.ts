import type { PersptConfig } from "@perspt/config";
import type { Machine } from "../../machine/machine.js";

/** The values of every key that a model's table names: what no record may hold. */
export function modelKeys(
  config: PersptConfig,
  environment: Machine["environment"],
): readonly string[] {
  const routes = [...config.models.values(), ...(config.model === null ? [] : [config.model])];
  return routes.flatMap(({ apiKeyEnv }) => {
    const key = apiKeyEnv === null ? undefined : environment[apiKeyEnv];
    return key === undefined || key === "" ? [] : [key];
  });
}
