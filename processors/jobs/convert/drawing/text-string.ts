// A text string of a document's own data as Unicode: UTF-16 or UTF-8 where it begins so, else the format's own eight bits.
const upper =
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e'
const firstUpper = 0x80
const euro = 0xa0

export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes)
  let text = ''
  for (const byte of bytes) text += byte === euro ? '€' : (upper[byte - firstUpper] ?? String.fromCharCode(byte))
  return text
}
