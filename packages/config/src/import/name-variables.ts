import { type Environment, lookUp } from "../environment.js";
import { isVariableName, toVariableName } from "../words/variable-names.js";

/**
 * Names for the variables that values are to be put into. Two values never share a name, and none gets the name of a variable that
 * another server of the configuration reads, or that holds something else where Perspt runs: PATH stays what it is.
 */
export class VariableNames {
  readonly #contents = new Map<string, string>();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** A name that is in use already. */
  reserve(name: string): void {
    this.#contents.set(name, `variable:${name}`);
  }

  /** A name for a value of which only this is known: what VS Code calls the question for it. */
  forInput(id: string, server: string): string {
    return this.#claim(candidates(id, server), `input:${id}`, () => true);
  }

  /** A name for a text that is to be put into it by hand. */
  forText(names: Iterable<string>, text: string): string {
    const isFree = (name: string) => {
      const value = lookUp(this.#environment, name);
      return value === null || value === "" || value === text;
    };
    return this.#claim(names, `text:${text}`, isFree);
  }

  #claim(names: Iterable<string>, content: string, isFree: (name: string) => boolean): string {
    for (const name of names) {
      const known = this.#contents.get(name);
      if (known === content) return name;
      if (known !== undefined || !isFree(name)) continue;
      this.#contents.set(name, content);
      return name;
    }
    throw new TypeError("there is always one more name");
  }
}

/** A variable is called what its server calls it, if that can be; else with the server's id before it, and at last with a number. */
export function* candidates(name: string, server: string): Generator<string, void> {
  yield isVariableName(name) ? name : toVariableName(name);
  yield* candidatesWithServer(name, server);
}

/** For what many servers call the same, such as the header Authorization. */
export function* candidatesWithServer(name: string, server: string): Generator<string, void> {
  const full = toVariableName(`${server}_${name}`);
  yield full;
  for (let number = 2; ; number += 1) yield `${full}_${number}`;
}
