// A Word file as elements: what a reader sees of it, put into HTML by mammoth, which is given no picture, no macro and nothing from outside.

import { strToU8, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { parsePage } from '../../../read/html/parse-page.ts'
import { displayMath, inlineMath, mathMark } from '../../math/marks.ts'
import { ConvertRefusal } from '../../refusal.ts'
import type { ConvertWarning } from '../../schema.ts'
import { readAbout } from '../about.ts'
import type { Flow } from '../flow.ts'
import { pagesOf } from '../flow-pages.ts'
import { createGraphics, type Graphics } from '../graphics.ts'
import { elementsOf } from '../html-elements.ts'
import { leftOfCharts, warnOf } from '../losses.ts'
import type { OfficePackage, Relation } from '../package.ts'
import { parseXml, writeWordXml, type XmlElement } from '../xml.ts'
import { frame, isLink, linksOf } from './frame.ts'
import { numberLists } from './list-labels.ts'
import { notesIn, takeNotes } from './notes.ts'
import { readNumbering } from './numbering.ts'
import { placeGraphics } from './place-graphics.ts'
import { readStyles } from './styles.ts'
import { type Seen, showOnlyVisible } from './visible.ts'

// Of XML: the tree of it, mammoth's and the HTML's take some thirty times as much.
const mostPartCharacters = 16 * 1024 * 1024
// Those take up to three kilobytes each, whatever they are: beyond it the memory of a call was full, after a quarter of a minute.
const mostElements = 900_000
const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  ...['Quote', 'Intense Quote', 'Block Text'].map((name) => `p[style-name='${name}'] => blockquote > p:fresh`),
  ...['Source Code', 'SourceCode', 'HTML Preformatted', 'Preformatted Text', 'Code', 'Code Block'].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`,
  ),
]
const heldBack = { seen: new Set(['footnotes', 'endnotes']), kept: new Set(['styles', 'numbering']) }

export async function readDocx(file: OfficePackage, part: string, xml: string): Promise<Flow> {
  const relations = file.relations(part)
  const seen: Seen = {
    equations: [],
    hiddenWords: 0,
    pictures: 0,
    hasPageEnds: /<[\w.-]{1,40}:lastRenderedPageBreak\b/.test(xml),
  }
  const graphics = createGraphics(file)
  const budget = { left: mostElements }
  const parse = (text: string): XmlElement => {
    if (text.length > mostPartCharacters)
      throw new ConvertRefusal('too_complex', 'the document has more text than one call may convert')
    return parseXml(text, budget)
  }
  const body = parse(xml)
  const held = new Map<string, { root: XmlElement; own: readonly Relation[] }>()
  for (const { type, part: target } of relations) {
    const text = target !== null && (heldBack.seen.has(type) || heldBack.kept.has(type)) ? file.text(target) : null
    if (text !== null && !held.has(type)) held.set(type, { root: parse(text), own: file.relations(target!) })
  }
  const styleTree = held.get('styles')?.root ?? null
  const styles = readStyles(styleTree)
  const numbering = readNumbering(held.get('numbering')?.root ?? null, styleTree)
  const notes = new Set([...heldBack.seen].flatMap((type) => notesIn(type, held.get(type)?.root)))
  const visible = (root: XmlElement, own: readonly Relation[]): string => {
    const targets = new Set([...own.filter(isLink).map(({ id }) => id), ...notes])
    const graphicOf = (pointer: XmlElement) => graphics.of(pointer, own)
    showOnlyVisible(root, { styles, numbering, targets, graphicOf }, seen)
    return writeWordXml(root)
  }
  const parts: Record<string, string> = { 'word/document.xml': visible(body, relations) }
  for (const [type, { root, own }] of held) {
    parts[`word/${type}.xml`] = heldBack.seen.has(type) ? visible(root, own) : writeWordXml(root)
    // Links of notes are named in a list of their own.
    parts[`word/_rels/${type}.xml.rels`] = linksOf(own)
  }
  const html = await toHtml({ ...parts, ...frame(relations, [...held.keys()]) })
  const document = parsePage(`<!doctype html><html><body>${html}</body></html>`)
  const restore = (text: string) =>
    restoreMarks(text, seen, (latex, isDisplay) => (isDisplay ? displayMath(latex) : inlineMath(latex)))
  const restoreCell = (text: string) => restoreMarks(text, seen, (latex) => `${mathMark}${latex}${mathMark}`)
  placeGraphics(document.body, document, seen)
  numberLists(document.body, document, seen)
  const told = takeNotes(document.body, seen, restore)
  const elements = [...elementsOf(document.body, document, 'about:blank', { restore, restoreCell }), ...told]
  const pages = pagesOf(elements)
  return {
    kind: 'docx',
    pages,
    pageCount: pages.length,
    about: readAbout(file),
    warnings: warningsOf(seen, graphics.lost, file),
    hasPictures: seen.pictures + graphics.lost.charts > 0,
  }
}

async function toHtml(parts: Record<string, string>): Promise<string> {
  const zip = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { level: 0 })
  const options = {
    styleMap,
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
  }
  try {
    return (await mammoth.convertToHtml({ buffer: Buffer.from(zip) }, options)).value
  } catch (error) {
    if (error instanceof RangeError)
      throw new ConvertRefusal('too_complex', 'the document is nested deeper than one call may read', error)
    throw new ConvertRefusal('broken', 'the document is damaged: its parts do not fit together', error)
  }
}

const marked = /\ufdd1(\d{1,7})\ufdd1/g
const restoreMarks = (text: string, { equations }: Seen, write: (latex: string, isDisplay: boolean) => string): string =>
  text.replace(marked, (_, index) => {
    const equation = equations[Number(index)]
    return equation === undefined ? '' : (equation.raw ?? write(equation.latex, equation.isDisplay))
  })

function warningsOf(seen: Seen, lost: Graphics['lost'], file: OfficePackage): ConvertWarning[] {
  const left = [
    ...(seen.pictures > 0 ? [`${seen.pictures} picture(s) without a description`] : []),
    ...leftOfCharts(lost),
    ...(file.names.some((name) => /(?:^|\/)comments\.xml$/.test(name)) ? ['comments'] : []),
    ...(file.names.some((name) => /(?:^|\/)vbaProject\.bin$/.test(name)) ? ['macros'] : []),
  ]
  return warnOf({ reader: 'page', hiddenWords: seen.hiddenWords + lost.hiddenWords, left })
}
