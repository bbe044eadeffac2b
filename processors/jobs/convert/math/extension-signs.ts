// TeX's font of large signs, read by its codes: those that are no letters of their own to poppler come as the letters in their places.
import type { Word } from '../page-text.ts'

export type ExtensionSign = {
  readonly latex: string
  readonly kind: 'operator' | 'bracket'
  /** How far it hangs below its top, of the font's size. */
  readonly hangs: number
}

const extensionFont = /CMEX|MathExtension|MnSymbolE/i

export const isExtension = ({ font }: Pick<Word, 'font'>): boolean => extensionFont.test(font)
export const extensionSignOf = (w: Pick<Word, 'font' | 'text'>): ExtensionSign | undefined =>
  isExtension(w) ? signs.get(w.text) : undefined

const [large, largest] = [1.8, 3]

/** Of such a font that names its characters. */
export const hasNamedSign = (run: Pick<Word, 'font' | 'text'>): boolean => isExtension(run) && /[∑∏∐∫∮⋃⋂√]/u.test(run.text)

/** Of a piece of a bracket. */
export const pieceHang = ({ text }: Word): number | undefined =>
  /^[⎜⎟⎢⎥⎪]$/u.test(text) ? 0.6 : /^[⎛⎝⎞⎠⎡⎣⎤⎦⎧⎨⎩⎫⎬⎭]$/u.test(text) ? large : undefined

/** How far down it reaches: brackets that are told by their code alone hang from their top as well. */
export const hangOf = (w: Word): number => Math.max(w.y1, w.font === '' ? w.y0 + large * w.size : 0)

/** Of a line of text, and of an equation of its own. */
const [small, display] = [1, 1.4]
const operator = (latex: string, hangs = display): ExtensionSign => ({ latex, kind: 'operator', hangs })
const bracket = (latex: string, hangs: number): ExtensionSign => ({ latex, kind: 'bracket', hangs })

const signs = new Map<string, ExtensionSign>([
  ['X', operator('\\sum')],
  ['P', operator('\\sum', small)],
  ['Y', operator('\\prod')],
  ['Q', operator('\\prod', small)],
  ['Z', operator('\\int', 2.2)],
  ['R', operator('\\int', 1.1)],
  ['I', operator('\\oint', 2.2)],
  ['H', operator('\\oint', 1.1)],
  ['S', operator('\\bigcup', small)],
  ['T', operator('\\bigcap', small)],
  ['L', operator('\\bigoplus', small)],
  ['M', operator('\\bigoplus')],
  ['N', operator('\\bigotimes', small)],
  ['O', operator('\\bigotimes')],
  ['∑', operator('\\sum')],
  ['∏', operator('\\prod')],
  ['∐', operator('\\coprod')],
  ['∫', operator('\\int', 2.2)],
  ['∮', operator('\\oint', 2.2)],
  ['⋃', operator('\\bigcup')],
  ['⋂', operator('\\bigcap')],
  ['V', operator('\\bigwedge', small)],
  ['W', operator('\\bigvee', small)],
  ['[', operator('\\bigcup')],
  ['\\', operator('\\bigcap')],
  ['^', operator('\\bigwedge')],
  ['_', operator('\\bigvee')],
  ['F', operator('\\bigsqcup', small)],
  ['G', operator('\\bigsqcup')],
  ['U', operator('\\biguplus', small)],
  [']', operator('\\biguplus')],
  ['J', operator('\\bigodot', small)],
  ['K', operator('\\bigodot')],
  ['`', operator('\\coprod', small)],
  ['a', operator('\\coprod')],
  ['h', bracket('[', large)],
  ['i', bracket(']', large)],
  ['j', bracket('\\lfloor', large)],
  ['k', bracket('\\rfloor', large)],
  ['l', bracket('\\lceil', large)],
  ['m', bracket('\\rceil', large)],
  ['n', bracket('\\{', large)],
  ['o', bracket('\\}', large)],
  ['(', bracket('\\{', largest)],
  [')', bracket('\\}', largest)],
  ['!', bracket(')', largest)],
  ['"', bracket('[', largest)],
  ['#', bracket(']', largest)],
  ['$', bracket('\\lfloor', largest)],
  ['%', bracket('\\rfloor', largest)],
  ['&', bracket('\\lceil', largest)],
  ["'", bracket('\\rceil', largest)],
])
