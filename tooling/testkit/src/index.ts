// The examples of the packages' READMEs, as programs.

// The codes of problems, as the sources name them.
export { type ProblemCodes, readProblemCodes } from "./problem-codes.js";
export {
  type Example,
  type ExampleRun,
  readExamples,
  readPromises,
  runExample,
} from "./readme-examples.js";
// Terminals for tests: in this process, on a pseudo-terminal, in tmux.
export { type BundledProgram, bundleProgram } from "./terminal/bundle-program.js";
export { FakeTerminal } from "./terminal/fake-terminal.js";
export { PseudoTerminal } from "./terminal/pseudo-terminal.js";
export type { ModelCell, ModelModes, TerminalSize } from "./terminal/terminal-model.js";
export { missingTmux, Tmux } from "./terminal/tmux.js";
