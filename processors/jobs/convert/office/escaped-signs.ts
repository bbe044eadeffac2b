// Signs that XML cannot hold are written as their number in office files: `_x000D_` is an end of line, `_x005F_` the line itself.

export const readEscaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => signOf(Number.parseInt(code, 16))) : text

// What shows nothing parts words; what marks equations on their way may not come along.
function signOf(code: number): string {
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff) || (code >= 0xfdd0 && code <= 0xfdef) || code >= 0xfffe) return ' '
  return String.fromCharCode(code)
}
