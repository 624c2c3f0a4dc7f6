/**
 * Whether a JSON number literal and the double that it is read as mean the same decimal number, so that what was decided is what is
 * sent (T32): `1e400`, `9007199254740993` and `-0` do not; `0.1`, `1.50` and `1e2` do.
 */
export function roundTrips(literal: string): boolean {
  const value = Number(literal);
  if (literal === String(value)) return true;
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  return decimal(literal) === decimal(String(value));
}

/** One spelling for each decimal number: sign, significant digits, power of ten. */
function decimal(literal: string): string {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.slice(sign.length).split(".");
  const digits = whole + fraction;
  let first = 0;
  while (digits.charAt(first) === "0") first += 1;
  if (first === digits.length) return "0";
  let end = digits.length;
  while (digits.charAt(end - 1) === "0") end -= 1;
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(first, end)}e${power}`;
}
