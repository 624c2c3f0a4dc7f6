import type { PersptConfig } from "@perspt/config";
import type { McpSamplingProvider } from "@perspt/mcp-client";
import type { Machine } from "../../machine/machine.js";
import type { CliCode } from "../../output/cli-code.js";

/**
 * Answers a server that a single call is made of with the model of `[model]`, as the chat and the agent do; without that table it is
 * denied. Nothing of models is loaded before a server asks.
 */
export function modelSampling(
  config: PersptConfig,
  environment: Machine["environment"],
): McpSamplingProvider {
  return {
    async sample(request, signal) {
      const [{ chooseModel }, { routeSampling }] = await Promise.all([
        import("../chat/choose-model.js"),
        import("@perspt/session"),
      ]);
      const selection = chooseModel(null, config, environment);
      const route =
        selection.kind === "selected" ? selection.models.get(selection.name) : undefined;
      if (route === undefined) {
        const code: CliCode = "no_model";
        return {
          kind: "denied",
          code,
          reason: `The server asks for an answer of your model, and ${config.file} has no [model] table.`,
        };
      }
      return routeSampling(() => route()).sample(request, signal);
    },
  };
}
