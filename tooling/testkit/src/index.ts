// The examples of the packages' READMEs, as programs.
export {
  type Example,
  type ExampleRun,
  readExamples,
  readPromises,
  runExample,
} from "./readme-examples.js";
