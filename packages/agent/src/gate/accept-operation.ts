import type { LocalOperation } from "@perspt/host";
import { type Digest, digest } from "@perspt/json";
import type { CallOutcome } from "@perspt/mcp-client";
import { textOutcome } from "../tools/text-outcome.js";
import { toolDefinition } from "../tools/tool-definition.js";
import { type Applying, applyChanges } from "../workspace/apply-changes.js";
import { type Candidate, changesOf } from "../workspace/candidate.js";
import type { FileChange } from "../workspace/file-change.js";
import { type ApplyPlaces, removeStaged } from "../workspace/staged-files.js";
import type { TreeDisk } from "../workspace/tree-disk.js";

export const ACCEPT_OPERATION = "local.accept";

/**
 * Puts the candidate's change into the person's tree. It always asks, it is offered to no model, and it applies the change that was decided
 * on and no other: its arguments name that change's digest.
 */
export function acceptOperation(candidate: Candidate, disk: TreeDisk): LocalOperation {
  const description = "Applies the candidate's change to the person's tree.";
  return {
    definition: toolDefinition({
      operation: ACCEPT_OPERATION,
      description,
      properties: {
        change: { type: "string", pattern: "^sha256:[0-9a-f]{64}$" },
        files: { type: "array", items: { type: "string" } },
        verifier: { enum: ["passed", "failed", "none"] },
      },
      required: ["change", "files", "verifier"],
    }),
    policy: {
      effect: "apply_patch",
      risk: "high",
      footprint: { selectors: [{ kind: "opaque_workspace" }] },
      bindings: [],
    },
    async execute(argumentsValue, { signal }) {
      const changes = await changesOf(candidate, signal);
      if (changeDigest(changes) !== argumentsValue["change"]) {
        return textOutcome(
          "tool_error",
          "The candidate is no longer the one that was decided on.",
          {
            status: "candidate_changed",
          },
        );
      }
      return outcomeOf(await applyAccepted(candidate, changes, disk), changes);
    },
  };
}

/** What names a change: every path with its states before and after. */
export function changeDigest(changes: readonly FileChange[]): Digest {
  return digest(
    changes.map(({ path, before, after }) => ({
      path,
      before: before === null ? null : { ...before },
      after: after === null ? null : { ...after },
    })),
  );
}

/** Puts an accepted change in place; finishes one that a crash interrupted. */
export function applyAccepted(
  candidate: Candidate,
  changes: readonly FileChange[],
  disk: TreeDisk,
): Promise<Applying> {
  return applyChanges(changes, placesOf(candidate), disk);
}

/** Forgets an accepted change of which a crash left nothing in place. */
export function forgetAccepted(
  candidate: Candidate,
  changes: readonly FileChange[],
  disk: TreeDisk,
): Promise<void> {
  return removeStaged(changes, placesOf(candidate), disk);
}

function placesOf({ record, base, tree }: Candidate): ApplyPlaces {
  return { target: record.workspace, source: tree, base, mark: record.session.slice(-8) };
}

function outcomeOf(applying: Applying, changes: readonly FileChange[]): CallOutcome {
  switch (applying.kind) {
    case "applied":
      return textOutcome("completed", `${changes.length} files are in place.`, {
        status: "applied",
        files: changes.length,
      });
    case "tree_changed":
      return textOutcome(
        "tool_error",
        `Nothing was touched: these changed in the meantime: ${applying.paths.join(", ")}.`,
        { status: "tree_changed", paths: [...applying.paths] },
      );
    case "failed":
      return textOutcome(
        "tool_error",
        `The change could not be put in place: ${applying.message}`,
        {
          status: "failed",
          because: applying.message,
          left: [...applying.left],
        },
      );
  }
}
