// TeX's font of large signs, read by its codes: those that are no letters of their own to poppler come as the letters in their places.
import type { Word } from '../page-text.ts'

export type ExtensionSign = {
  readonly latex: string
  readonly kind: 'operator' | 'bracket'
  /** How far it hangs below its top, of the font's size. */
  readonly hangs: number
}

const extensionFont = /CMEX|MathExtension|MnSymbolE/i

export const isExtension = ({ font }: Word): boolean => extensionFont.test(font)
export const extensionSignOf = (w: Word): ExtensionSign | undefined => (isExtension(w) ? signs.get(w.text) : undefined)

const operator = (latex: string, hangs = 1.4): ExtensionSign => ({ latex, kind: 'operator', hangs })
const bracket = (latex: string, hangs: number): ExtensionSign => ({ latex, kind: 'bracket', hangs })

const [large, largest] = [1.8, 3]
const signs = new Map<string, ExtensionSign>([
  ['X', operator('\\sum')],
  ['P', operator('\\sum')],
  ['Y', operator('\\prod')],
  ['Q', operator('\\prod')],
  ['Z', operator('\\int', 2.2)],
  ['R', operator('\\int', 2.2)],
  ['I', operator('\\oint', 2.2)],
  ['H', operator('\\oint', 2.2)],
  ['S', operator('\\bigcup')],
  ['T', operator('\\bigcap')],
  ['L', operator('\\bigoplus')],
  ['M', operator('\\bigoplus')],
  ['N', operator('\\bigotimes')],
  ['O', operator('\\bigotimes')],
  ['h', bracket('[', large)],
  ['i', bracket(']', large)],
  ['j', bracket('\\lfloor', large)],
  ['k', bracket('\\rfloor', large)],
  ['l', bracket('\\lceil', large)],
  ['m', bracket('\\rceil', large)],
  ['n', bracket('\\{', large)],
  ['o', bracket('\\}', large)],
  ['!', bracket(')', largest)],
  ['"', bracket('[', largest)],
  ['#', bracket(']', largest)],
  ['$', bracket('\\lfloor', largest)],
  ['%', bracket('\\rfloor', largest)],
  ['&', bracket('\\lceil', largest)],
  ["'", bracket('\\rceil', largest)],
])
