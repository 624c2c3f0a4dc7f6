/**
 * Whether a JSON number literal and the double that it parses to mean the same decimal number, so that what was decided is what is sent
 * (T32): `1e400`, `9007199254740993` and `-0` do not; `0.1`, `1.50` and `1e2` do.
 */
export function roundTrips(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  return decimal(literal) === decimal(String(value));
}

/** One spelling for each decimal number: sign, significant digits, power of ten. */
function decimal(literal: string): string {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const negative = mantissa.startsWith("-");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${negative ? "-" : ""}${significant}e${power}`;
}
