const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether a text can be the name of an environment variable that values are read from. */
export function isVariableName(text: string): boolean {
  return VARIABLE_NAME.test(text);
}

/** A variable's name made of any text: `X-Api-Key` becomes `X_API_KEY`. */
export function toVariableName(text: string): string {
  const name = text.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}
