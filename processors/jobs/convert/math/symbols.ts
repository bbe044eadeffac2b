// Fonts of mathematics, and what a word of an equation is in LaTeX.
import { joinLatex, latexOfText } from './characters.ts'
import { extensionSignOf } from './extension-signs.ts'

export const mathFont = /(?:^|\+)(?:CM(?:MI|SY|EX|BSY|MIB)|MS[AB]M|EU[FRS]M|LMMath)|Math|MT-?Extra/i

/** TeX's fonts of symbols: what else than capitals is in them has its place there, and no letter's. */
export const texSymbols = /(?:^|\+)(?:CMB?SY|LMMathSymbols)/i
const alphabets: readonly (readonly [RegExp, string])[] = [
  [texSymbols, 'mathcal'],
  [/(?:^|\+)MSBM/i, 'mathbb'],
  [/(?:^|\+)EUFM/i, 'mathfrak'],
]

/** Upright in an equation, with what stands beside them in one word: R/Ann, Cov(X. */
const names = /((?!d\p{Ll}(?!\p{L}))\p{Script=Latin}{2,12})/u
const latexOfPart = (part: string, i: number): string =>
  i % 2 === 0
    ? latexOfText(part)
    : functionNames.has(part)
      ? `\\${part}`
      : said.has(part)
        ? `\\text{ ${part} }`
        : `\\operatorname{${part}}`
/** Words that say where something holds. */
const said: ReadonlySet<string> = new Set(
  'if otherwise else and or for all when where with is in to is of the not then even odd'.split(' '),
)

/** A word of an equation: the name of a function, a letter of an alphabet that has a font of its own, or signs. */
export function latexOfWord({
  text,
  font,
  italic,
}: {
  readonly text: string
  readonly font: string
  readonly italic: boolean
}): string {
  const sign = extensionSignOf({ text, font })
  if (sign !== undefined) return sign.latex
  if (functionNames.has(text)) return `\\${text}`
  if (!italic && font !== '' && !mathFont.test(font) && names.test(text)) return joinLatex(text.split(names).map(latexOfPart))
  const alphabet = /^[A-Z]$/.test(text) ? alphabets.find(([own]) => own.test(font))?.[1] : undefined
  return alphabet === undefined ? latexOfText(text) : `\\${alphabet}{${text}}`
}

export const functionNames: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
)

/** Of what stands lowered and raised behind a sign; strokes are raised by themselves. */
export const scriptsOf = (down: string, up: string): string =>
  (down === '' ? '' : `_{${down}}`) + (up === '' || /^'+$/.test(up) ? up : `^{${up}}`)
