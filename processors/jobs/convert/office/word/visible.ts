// A Word part as a reader sees it: hidden text is gone, equations and page ends are marks, pictures are what they are called.

import { mathMark, pageMark } from '../../math/marks.ts'
import { escapeMarkdown } from '../../render/inline.ts'
import { isEquation, latexOf } from '../equations.ts'
import { type Graphic, isWhole } from '../graphics.ts'
import { wordsIn } from '../losses.ts'
import { allNamed, childrenOf, chosenOf, descendants, find, isElement, isOn, textOf, type XmlElement } from '../xml.ts'
import { fieldOfForm, fillGrid, nameHeading } from './as-shown.ts'
import { joinDropCaps } from './drop-caps.ts'
import type { Numbering } from './numbering.ts'
import { isSameColor, lookOf, type TextLook, type WordStyles } from './styles.ts'
import { hasNoRoom, hideFieldCodes, isFarOff, isFlatRow, isOffPage, pageOf } from './unseen.ts'

export type Seen = {
  /** By the number between two marks; `raw` is Markdown as it is. */
  readonly equations: { latex: string; isDisplay: boolean; raw?: string; label?: string; graphic?: Graphic }[]
  hiddenWords: number
  pictures: number
  /** Whether the file says where its pages ended when it was last shown. */
  readonly hasPageEnds: boolean
}
type Place = {
  readonly paragraph: TextLook
  /** What the style of the table around says of its text. */
  readonly table: TextLook
  readonly isInTable?: boolean
  readonly background: string | null
  readonly seen: Seen
  readonly styles: WordStyles
  readonly numbering: Numbering
  /** What the part's links are called, and its notes. */
  readonly targets: ReadonlySet<string>
  /** The chart or diagram that a part's drawing points to. */
  readonly graphicOf: (pointer: XmlElement) => Graphic | null | undefined
  /** In twentieths of a point, the largest of its pages. */
  readonly page: { readonly width: number; readonly height: number }
}

const smallestHalfPoints = 3
const mostDescription = 300

export function showOnlyVisible(
  root: XmlElement,
  known: Pick<Place, 'styles' | 'numbering' | 'targets' | 'graphicOf'>,
  seen: Seen,
): void {
  const said = find(root, 'w:background')?.attributes['w:color']?.toLowerCase()
  const background = /^[0-9a-f]{6}$/.test(said ?? '') ? said! : 'ffffff'
  prune(root, { ...known, paragraph: {}, table: {}, page: pageOf(root), background, seen })
}

function prune(element: XmlElement, place: Place): void {
  joinDropCaps(element)
  element.children = element.children.flatMap<XmlElement | string>((child, i, all) => {
    if (!isElement(child)) return [child]
    // Two equations beside each other are two.
    const before = all[i - 1]
    const isBeside = child.name === 'm:oMath' && before !== undefined && isElement(before) && before.name === 'm:oMath'
    return isBeside ? [textRun(' '), ...shown(child, place)] : shown(child, place)
  })
}

function shown(element: XmlElement, place: Place): XmlElement[] {
  const { seen } = place
  switch (element.name) {
    case 'w:p':
      return [paragraph(element, place)]
    case 'w:r':
      return run(element, place)
    case 'w:tr':
      if (isOn(find(element, 'w:trPr', 'w:hidden')) || isFlatRow(element)) return hide(element, seen)
      fillGrid(element)
      break
    case 'w:tbl': {
      const style = find(element, 'w:tblPr', 'w:tblStyle')?.attributes['w:val']
      const isPainted = place.styles.paintsCells(style)
      const table = place.styles.look(style)
      prune(element, { ...place, table, isInTable: true, ...(isPainted && { background: null }) })
      return [element]
    }
    case 'w:tc': {
      const { shade } = lookOf(find(element, 'w:tcPr'))
      prune(element, shade === undefined ? place : { ...place, background: shade })
      return [element]
    }
    case 'w:del':
    case 'w:moveFrom':
      // Struck out by somebody who looked at it; its place in properties is mammoth's to judge.
      return childrenOf(element).some(({ name }) => name === 'w:r') ? [] : [element]
    case 'mc:AlternateContent': {
      const chosen = chosenOf(element)
      return chosen === undefined ? [] : childrenOf(chosen).flatMap((child) => shown(child, place))
    }
    case 'w:drawing':
    case 'w:pict':
    case 'w:object':
      return drawing(element, place)
    case 'w:sdt':
      return childrenOf(find(element, 'w:sdtContent') ?? empty).flatMap((child) => shown(child, place))
    case 'w:fldSimple':
    case 'w:bdo':
    case 'w:dir':
      return childrenOf(element).flatMap((child) => shown(child, place))
    case 'w:hyperlink':
      // One that leads nowhere leaves its words.
      if (!place.targets.has(element.attributes['r:id'] ?? '')) delete element.attributes['r:id']
      break
    default:
      if (isEquation(element)) return [equation(element, place)]
      if (!/^w(?:14)?:/.test(element.name)) return []
  }
  prune(element, place)
  return [element]
}

function paragraph(element: XmlElement, place: Place): XmlElement {
  const properties = find(element, 'w:pPr')
  const look = {
    ...place.styles.usual,
    ...place.table,
    ...place.styles.paragraphLook(find(properties, 'w:pStyle')?.attributes['w:val']),
    ...lookOf(properties),
    ...(isOffPage(properties, place.page) && { isMoved: true }),
  }
  const hadWords = hasWords(element)
  hideFieldCodes(element, place.seen)
  prune(element, { ...place, paragraph: look })
  if (!hadWords || hasWords(element)) number(element, properties, place)
  if (place.isInTable !== true) nameHeading(element, place.styles)
  if (!place.seen.hasPageEnds && isOn(find(properties, 'w:pageBreakBefore')))
    element.children.splice(properties ? 1 : 0, 0, textRun(pageMark))
  return element
}

// An empty paragraph counts, one of which nothing is shown does not.
function number(element: XmlElement, properties: XmlElement | undefined, { numbering, seen }: Place): void {
  const label = numbering.labelOf(properties)
  if (label === null || label === '' || !hasWords(element)) return
  seen.equations.push({ latex: '', isDisplay: false, raw: `${escapeMarkdown(label)} `, label })
  element.children.splice(properties ? 1 : 0, 0, textRun(`${mathMark}${seen.equations.length - 1}${mathMark}`))
}

const hasWords = (element: XmlElement): boolean =>
  childrenOf(element).some((e) => (/^w:(?:t|delText)$/.test(e.name) || isEquation(e) ? textOf(e).trim() !== '' : hasWords(e)))

function run(element: XmlElement, place: Place): XmlElement[] {
  const properties = find(element, 'w:rPr')
  const look = {
    ...place.paragraph,
    ...place.styles.look(find(properties, 'w:rStyle')?.attributes['w:val']),
    ...lookOf(properties),
  }
  if (!isSeen(look, place.background)) return hide(element, place.seen)
  element.children = element.children.flatMap<XmlElement | string>((child) => {
    if (!isElement(child)) return [child]
    if (child.name === 'w:cr') return [node('w:br', [])]
    if (child.name === 'w:ptab') return [node('w:tab', [])]
    if (child.name === 'w:fldChar') return fieldOfForm(child)
    // What is written above a word to say how it is spoken is left out, the word is not.
    if (child.name === 'w:ruby')
      return allNamed(find(child, 'w:rubyBase') ?? child, 'w:r').flatMap((r) =>
        run(r, place).flatMap((one) => allNamed(one, 'w:t')),
      )
    const note = /^(w:(?:foot|end)note)Reference$/.exec(child.name)?.[1]
    if (note !== undefined && !place.targets.has(`${note}:${child.attributes['w:id']}`)) return []
    if (isPageEnd(child, place.seen)) return [text(pageMark)]
    // Field codes are read by the converter: a link in one is as good as any other.
    return child.name.startsWith('w:') && !/^w:(?:drawing|pict|object)$/.test(child.name) ? [child] : shown(child, place)
  })
  return [element]
}

function isSeen(look: TextLook, background: string | null): boolean {
  const { color, halfPoints } = look
  if (look.isHidden || look.isFlat || look.isNarrow || look.isMoved) return false
  if (halfPoints !== undefined && halfPoints < smallestHalfPoints) return false
  const behind = look.shade ?? background
  return color === undefined || color === 'auto' || behind === null || !isSameColor(color, behind)
}

function isPageEnd(element: XmlElement, seen: Seen): boolean {
  if (element.name === 'w:lastRenderedPageBreak') return seen.hasPageEnds
  return !seen.hasPageEnds && element.name === 'w:br' && element.attributes['w:type'] === 'page'
}

function hide(element: XmlElement, seen: Seen): XmlElement[] {
  const parts = [...descendants(element)].filter(({ name }) => name === 'w:t')
  seen.hiddenWords += wordsIn(parts.map(textOf).join(''))
  // The marks that begin and end a field stay, or what follows would be taken for its code.
  const fields = [...descendants(element)].filter(({ name }) => name === 'w:fldChar')
  return fields.length === 0 || element.name !== 'w:r' ? [] : [{ ...element, children: fields }]
}

function equation(element: XmlElement, { paragraph: look, background, seen }: Place): XmlElement {
  for (const part of [element, ...descendants(element)])
    part.children = part.children.filter((child) => {
      if (!isElement(child) || child.name !== 'm:r' || isSeen({ ...look, ...lookOf(find(child, 'w:rPr')) }, background))
        return true
      seen.hiddenWords++
      return false
    })
  const latex = latexOf(element)
  if (latex === '') return textRun('')
  seen.equations.push({ latex, isDisplay: element.name === 'm:oMathPara' })
  return textRun(`${mathMark}${seen.equations.length - 1}${mathMark}`)
}

// A text box keeps its text, with nothing known to stand behind it but white; a picture its description.
function drawing(element: XmlElement, place: Place): XmlElement[] {
  const all = [...descendants(element)]
  const about = all.find(({ name }) => name === 'wp:docPr')?.attributes ?? {}
  const shape = all.find(({ name }) => name.startsWith('v:') && name !== 'v:shapetype')?.attributes ?? {}
  if (
    about.hidden === '1' ||
    about.hidden === 'true' ||
    /visibility:\s*hidden/.test(shape.style ?? '') ||
    hasNoRoom(all) ||
    isFarOff(all, shape.style)
  )
    return hide(element, place.seen)
  const graphics = outermost(element, 'c:chart', 'dgm:relIds').map((pointer) => place.graphicOf(pointer))
  const told = graphics.filter((graphic) => graphic !== null && graphic !== undefined)
  const marks = told.map((graphic) => {
    place.seen.equations.push({ latex: '', isDisplay: false, raw: '', graphic })
    return text(`${mathMark}${place.seen.equations.length - 1}${mathMark}`)
  })
  const boxes = outermost(element, 'w:txbxContent')
  if (boxes.length > 0) {
    const fill = fillOf(all, shape)
    for (const box of boxes) prune(box, { ...place, background: fill, paragraph: {} })
    return [node('w:pict', [node('v:shape', [node('v:textbox', boxes)])]), ...marks]
  }
  if (graphics.length > 0 && told.length === graphics.length && told.every(isWhole)) return marks
  if (!all.some(({ name }) => /^(?:a:blip|v:imagedata|c:chart|dgm:relIds|other:.*)$/.test(name))) return []
  const words = (about.descr ?? about.title ?? shape.alt ?? '').replace(/\s+/g, ' ').trim().slice(0, mostDescription)
  if (words === '') {
    if (!all.some(({ name }) => name === 'c:chart')) place.seen.pictures++
    return marks
  }
  return [...marks, text(` [Figure: ${words}] `)]
}

function fillOf(all: readonly XmlElement[], shape: Record<string, string>): string | null {
  const properties = all.find(({ name }) => name === 'wps:spPr')
  if (properties === undefined)
    return /^#[0-9a-f]{6}$/i.test(shape.fillcolor ?? '') ? shape.fillcolor!.slice(1).toLowerCase() : 'ffffff'
  const solid = find(properties, 'a:solidFill')
  if (solid !== undefined) return find(solid, 'a:srgbClr')?.attributes.val?.toLowerCase() ?? null
  return find(properties, 'a:gradFill') || find(properties, 'a:blipFill') || find(properties, 'a:pattFill') ? null : 'ffffff'
}

// Words in a box are taken with it, and of alternatives only what is shown.
function outermost(element: XmlElement, ...names: readonly string[]): XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (names.includes(child.name)) return [child]
    if (child.name === 'w:txbxContent') return []
    return outermost(child.name === 'mc:AlternateContent' ? (chosenOf(child) ?? child) : child, ...names)
  })
}

const empty: XmlElement = { name: '', attributes: {}, children: [] }
const node = (name: string, children: XmlElement[]): XmlElement => ({ name, attributes: {}, children })
const text = (words: string): XmlElement => ({ name: 'w:t', attributes: {}, children: [words] })
const textRun = (words: string): XmlElement => node('w:r', [text(words)])
