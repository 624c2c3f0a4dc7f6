import { connections, httpCalls, stdioCalls } from "./client/call-suites.js";
import { digests } from "./digest-suite.js";
import { turns } from "./governance/host-suite.js";
import { admission, decisions } from "./governance/kernel-suite.js";
import { groupCommit } from "./journal/commit-suite.js";
import { opening } from "./journal/open-suite.js";
import { overhead } from "./journal/overhead-suite.js";
import type { Suite } from "./measure/suite.js";
import { firstPaint } from "./process/first-paint-suite.js";
import { clientImport } from "./process/import-suite.js";
import { start } from "./process/start-suite.js";

/** In the order in which they run. A name's first word names all that begin with it. */
export const SUITES: readonly Suite[] = [
  start,
  firstPaint,
  clientImport,
  connections,
  stdioCalls,
  httpCalls,
  digests,
  decisions,
  admission,
  turns,
  overhead,
  groupCommit,
  opening,
];
