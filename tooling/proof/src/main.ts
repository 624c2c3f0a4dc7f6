import { channelProof } from "./channels/channel-proof.js";
import { readCommandLine } from "./command-line.js";
import { frameProof } from "./frames/frame-proof.js";
import { isBroken, type Proof, type ProofReport } from "./proof.js";
import { schemaProof } from "./schemas/schema-proof.js";

const PROOFS: readonly Proof[] = [frameProof, schemaProof, channelProof];
const MAX_SHOWN_FAULTS = 20;

/** What nobody caught; the process goes on, so that the proof can say where it was. */
const uncaught: string[] = [];
process.on("unhandledRejection", (reason) => uncaught.push(`unhandled rejection: ${text(reason)}`));
process.on("uncaughtException", (error) => uncaught.push(`uncaught error: ${text(error)}`));

try {
  const broken = await main(process.argv.slice(2));
  process.exitCode = broken === 0 ? 0 : 1;
} catch (error) {
  console.error(text(error));
  process.exitCode = 2;
}

/** Returns how many bounds and rules are broken. */
async function main(words: readonly string[]): Promise<number> {
  const { names, ...chosen } = readCommandLine(words, () => Math.floor(Math.random() * 1_000_000));
  const unknown = names.find((name) => PROOFS.every((proof) => proof.name !== name));
  if (unknown !== undefined) {
    const known = PROOFS.map(({ name }) => name).join(", ");
    throw new RangeError(`Expected some of ${known}; got ${unknown}.`);
  }
  const options = { ...chosen, progress: (news: string) => console.error(`  … ${news}`) };
  let broken = 0;
  for (const proof of PROOFS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const started = performance.now();
    console.log(`\n${proof.name}: ${proof.about}`);
    console.log(`  seed ${options.seed}`);
    const { figures, faults } = await proof.run(options);
    broken += print({ figures, faults: [...faults, ...uncaught.splice(0)] });
    console.log(`  took ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return broken;
}

/** Returns how many bounds and rules are broken. */
function print({ figures, faults }: ProofReport): number {
  for (const figure of figures) {
    const { name, value, unit, atMost } = figure;
    const bound = atMost === null ? "" : `, at most ${atMost} allowed`;
    const mark = isBroken(figure) ? "✗" : atMost === null ? " " : "✓";
    const number = Number.isInteger(value) ? `${value}` : value.toFixed(1);
    console.log(`  ${mark} ${name}: ${number} ${unit}${bound}`);
  }
  for (const fault of faults.slice(0, MAX_SHOWN_FAULTS)) console.log(`  ✗ ${fault}`);
  if (faults.length > MAX_SHOWN_FAULTS) {
    console.log(`  ✗ and ${faults.length - MAX_SHOWN_FAULTS} more`);
  }
  return faults.length + figures.filter(isBroken).length;
}

function text(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}
