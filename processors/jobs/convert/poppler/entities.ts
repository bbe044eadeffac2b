// Decodes the few XML entities poppler writes and drops characters that must never reach an answer.
import { ownValue } from '../../../../base/own-value.ts'

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));/g, (all, hex, decimal, name) => {
    if (name) return ownValue(named, name) ?? all
    const point = hex ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10)
    return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? String.fromCodePoint(point) : ''
  })
}

// C0/C1 controls, bidi overrides and zero-width marks carry no reading text but can hide or reorder it.
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060-\u2069\ufdd0-\ufdef\ufeff\ufff9-\uffff]/g

export const cleanText = (text: string) => text.replace(unsafe, (c) => (c === '\ufffd' ? c : ''))

/** Until fonts are known the codes of controls may be those of signs: they are kept, as the controls 0x80 above them. */
export const cleanCodes = (text: string) =>
  text.replace(unsafe, (c) => (c === '\ufffd' ? c : isCode(c) ? keptAs(c.charCodeAt(0)) : ''))

const isCode = (c: string) => c >= '\u0003' && c <= '\u001f'
const kept = /[\u0083-\u009f]/g

/** What stands for a code in a text that was cleaned of all but codes. */
export const keptAs = (code: number) => String.fromCharCode(code + 0x80)
export const hasCodes = (text: string) => text.search(kept) >= 0
export const asCodes = (text: string) => text.replace(kept, (c) => String.fromCharCode(c.charCodeAt(0) - 0x80))
