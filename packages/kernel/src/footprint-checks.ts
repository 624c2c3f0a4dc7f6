import type { ArgumentsContext, Verdict } from "./check.js";
import { fail, pass } from "./check.js";
import { conflicts } from "./conflicts.js";
import { isReadOnlyEffect } from "./effect.js";
import type { Access } from "./footprint.js";
import { readPath } from "./paths.js";
import { protectedPlace } from "./protected-paths.js";
import { quote } from "./quote.js";

/** Every field that a selector or binding names is there, of a type that can select (T47, T48). */
export function checkFootprintResolved({ call }: ArgumentsContext): Verdict {
  const inputs = { argumentsDigest: call.argumentsDigest };
  const ofFootprint = call.footprint.kind === "unresolved" ? call.footprint.unresolved : [];
  const first = [...ofFootprint, ...call.bindings.unresolved][0];
  if (first === undefined) {
    return pass("Every argument that the policy's footprint and bindings name is there.", inputs);
  }
  return fail(
    `The policy's footprint or bindings need the argument ${quote(first.field)}, and it ${first.because}.`,
    `Arguments in which ${quote(first.field)} is text of the kind that the policy says.`,
    inputs,
  );
}

/** Nothing reaches configuration, policy, journal or `.git/hooks`, whatever the effect (T07). */
export function checkProtectedPath({ snapshot, proposal, call }: ArgumentsContext): Verdict {
  const inputs = { argumentsDigest: call.argumentsDigest };
  for (const { path, access } of touchedPaths({ snapshot, proposal, call })) {
    const place = protectedPlace(path, access, snapshot.protectedPaths);
    if (place !== null) {
      return fail(
        `The call would touch ${quote(path)}, and ${quote(place)} is protected: no call may reach it.`,
        "A path outside the protected places; what lies there is changed by hand.",
        inputs,
      );
    }
  }
  return pass("The call touches no protected path.", inputs);
}

interface TouchedPath {
  readonly path: string;
  readonly access: Access;
}

function touchedPaths({ snapshot, proposal, call }: ArgumentsContext): readonly TouchedPath[] {
  const boundAccess: Access = isReadOnlyEffect(proposal.effect) ? "read" : "write";
  const bound = call.bindings.paths.flatMap(({ reading }) =>
    reading.kind === "path" ? [{ path: reading.path, access: boundAccess }] : [],
  );
  const touches = call.footprint.kind === "resolved" ? call.footprint.touches : [];
  const touched = touches.flatMap((touch): readonly TouchedPath[] => {
    if (touch.kind === "path") return [touch];
    if (touch.kind !== "value") return [];
    // A resource or scoped value that is spelled like an absolute path may be one.
    const reading = readPath(touch.value, null);
    return reading.kind === "path" ? [{ path: reading.path, access: touch.access }] : [];
  });
  const asWritten = [...bound, ...touched];
  const asLinked = asWritten.flatMap(({ path, access }) =>
    snapshot.links
      .filter((link) => link.path === path)
      .map((link) => ({ path: link.realPath, access })),
  );
  return [...asWritten, ...asLinked];
}

/** The call cannot collide with one whose effect is not known. */
export function checkUnsettled({ snapshot, call }: ArgumentsContext): Verdict {
  const inputs = { argumentsDigest: call.argumentsDigest };
  const touches = call.footprint.kind === "resolved" ? call.footprint.touches : [];
  const doubt = snapshot.doubts.find((open) => conflicts(open.touches, touches));
  if (doubt === undefined) {
    return pass("The call conflicts with no call whose effect is in doubt.", inputs);
  }
  return fail(
    `The call conflicts with the call of intent ${doubt.intent}, whose effect is in doubt.`,
    `The doubt about intent ${doubt.intent} is settled first; perspt journal show tells what is known of it.`,
    { ...inputs, intent: String(doubt.intent) },
  );
}
