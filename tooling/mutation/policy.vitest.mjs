import { testsOf } from "./tests-of.mjs";

export default testsOf("policy");
