// A paragraph of a shape as what is seen of it: as Markdown, or as words with marked equations.
import { inlineMath, mathMark } from '../math/marks.ts'
import { escapeMarkdown } from '../render/inline.ts'
import { isEquation, latexOf } from './equations.ts'
import { readEscaped } from './escaped-signs.ts'
import type { Relation } from './package.ts'
import type { SlideColors } from './slides/theme.ts'
import { isSameColor } from './word/styles.ts'
import { allNamed, childrenOf, chosenOf, descendants, find, textOf, type XmlElement } from './xml.ts'

export type TextContext = {
  readonly colors: SlideColors
  readonly relations: readonly Relation[]
  readonly count: { hiddenWords: number }
}
/** `background` is null where it cannot be told. */
export type TextPlace = { readonly element: XmlElement; readonly background: string | null }

const smallestHundredths = 150

export function lineOf(paragraph: XmlElement, place: TextPlace, context: TextContext, as: 'text' | 'cell'): string {
  const level = Number(find(paragraph, 'a:pPr')?.attributes.lvl ?? 0) || 0
  const ofLevel = find(place.element, 'p:txBody', 'a:lstStyle', `a:lvl${level + 1}pPr`, 'a:defRPr')
  const write = (element: XmlElement): string => {
    if (isEquation(element)) {
      const latex = latexOf(element)
      return latex === '' ? '' : as === 'cell' ? `${mathMark}${latex}${mathMark}` : inlineMath(latex)
    }
    if (element.name === 'a:br' || element.name === 'a:tab') return ' '
    if (element.name === 'mc:AlternateContent')
      return childrenOf(chosenOf(element) ?? element)
        .map(write)
        .join('')
    if (element.name === 'a14:m') return childrenOf(element).map(write).join('')
    if (element.name !== 'a:r' && element.name !== 'a:fld') return ''
    const words = readEscaped(allNamed(element, 'a:t').map(textOf).join(''))
    if (!isSeen(find(element, 'a:rPr'), ofLevel, place, context)) {
      context.count.hiddenWords += words.match(/\S+/g)?.length ?? 0
      return ''
    }
    if (as === 'cell') return words
    const id = find(element, 'a:rPr', 'a:hlinkClick')?.attributes['r:id']
    const link = context.relations.find((one) => one.id === id)?.link ?? null
    const text = escapeMarkdown(words)
    return link === null || /[\s()<>"\\]/.test(link) || words.trim() === '' ? text : `[${text}](${link})`
  }
  return childrenOf(paragraph).map(write).join('').replace(/\s+/g, ' ').trim()
}

// What a run leaves open its shape says for all of that level.
function isSeen(
  run: XmlElement | undefined,
  ofLevel: XmlElement | undefined,
  { background }: TextPlace,
  { colors }: TextContext,
): boolean {
  const says = (name: string) => find(run, name) ?? find(ofLevel, name)
  if (Number(run?.attributes.sz ?? ofLevel?.attributes.sz ?? 1_800) < smallestHundredths) return false
  const fill = says('a:solidFill')
  // Its own fill, if only none, comes before that of its level.
  if (find(run, 'a:noFill') !== undefined || (fill === undefined && find(ofLevel, 'a:noFill') !== undefined)) return false
  const alpha = fill === undefined ? undefined : [...descendants(fill)].find(({ name }) => name === 'a:alpha')?.attributes.val
  if (alpha !== undefined && Number(alpha) < 5_000) return false
  const behind = colors.named(childrenOf(says('a:highlight') ?? { name: '', attributes: {}, children: [] })[0]) ?? background
  const color = fill === undefined ? undefined : colors.named(childrenOf(fill)[0])
  return typeof color !== 'string' || behind === null || !isSameColor(color, behind)
}
