// A paragraph of a shape as what is seen of it: as Markdown, or as words with marked equations.

import { inlineMath, mathMark } from '../math/marks.ts'
import { escapeMarkdown } from '../render/inline.ts'
import { isEquation, latexOf } from './equations.ts'
import { readEscaped } from './escaped-signs.ts'
import { wordsIn } from './losses.ts'
import type { Relation } from './package.ts'
import { isFill, type SlideColors } from './slides/theme.ts'
import { isSameColor } from './word/styles.ts'
import { allNamed, childrenOf, chosenOf, descendants, find, textOf, type XmlElement } from './xml.ts'

export type TextContext = {
  readonly colors: SlideColors
  readonly relations: readonly Relation[]
  readonly count: { hiddenWords: number }
}
/** `background` is null where it cannot be told. */
export type TextPlace = {
  readonly element: XmlElement
  readonly background: string | null
  /** What is said of text of a level beyond its shape's own list, the nearest first. */
  readonly looks?: (level: number) => readonly XmlElement[]
}

const smallestHundredths = 150

export function lineOf(paragraph: XmlElement, place: TextPlace, context: TextContext, as: 'text' | 'cell'): string {
  const level = Number(find(paragraph, 'a:pPr')?.attributes.lvl ?? 0) || 0
  const ofShape = find(place.element, 'p:txBody', 'a:lstStyle', `a:lvl${level + 1}pPr`, 'a:defRPr')
  const looks = [...(ofShape === undefined ? [] : [ofShape]), ...(place.looks?.(level) ?? [])]
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
    const own = find(element, 'a:rPr')
    if (!isSeen(own === undefined ? looks : [own, ...looks], place, context)) {
      context.count.hiddenWords += wordsIn(words)
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

/** `looks` are what is said of it, the nearest first: what one leaves open the next says. */
function isSeen(looks: readonly XmlElement[], { background }: TextPlace, { colors }: TextContext): boolean {
  const size = looks.find(({ attributes }) => attributes.sz !== undefined)?.attributes.sz
  if (Number(size ?? 1_800) < smallestHundredths) return false
  const fill = looks.flatMap(childrenOf).find(isFill)
  if (fill?.name === 'a:noFill') return false
  const alpha = fill === undefined ? undefined : [...descendants(fill)].find(({ name }) => name === 'a:alpha')?.attributes.val
  if (alpha !== undefined && Number(alpha) < 5_000) return false
  const highlight = looks.flatMap(childrenOf).find(({ name }) => name === 'a:highlight')
  const behind = (highlight && colors.named(childrenOf(highlight)[0])) ?? background
  const color = fill?.name === 'a:solidFill' ? colors.named(childrenOf(fill)[0]) : null
  return color === null || behind === null || !isSameColor(color, behind)
}
