import { mutate } from "./mutate.mjs";

export default mutate("policy");
