/** An expected failure whose message is for the person at the terminal: no stack is shown. */
export class Failure extends Error {}
