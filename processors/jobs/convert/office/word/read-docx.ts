// A Word file as elements: what a reader sees of it, put into HTML by mammoth, which is given no picture, no macro and nothing from outside.

import { strToU8, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { type PageDocument, type PageElement, shownText } from '../../../read/html/dom.ts'
import { parsePage } from '../../../read/html/parse-page.ts'
import { cleanText } from '../../../read/text/clean.ts'
import type { Element } from '../../element.ts'
import { displayMath, inlineMath, mathMark } from '../../math/marks.ts'
import { ConvertRefusal } from '../../refusal.ts'
import type { ConvertWarning } from '../../schema.ts'
import { readAbout } from '../about.ts'
import { type Flow, noBox } from '../flow.ts'
import { pagesOf } from '../flow-pages.ts'
import { elementsOf } from '../html-elements.ts'
import { warnOf } from '../losses.ts'
import type { OfficePackage, Relation } from '../package.ts'
import { parseXml, writeWordXml, type XmlElement } from '../xml.ts'
import { readStyles } from './styles.ts'
import { type Seen, showOnlyVisible } from './visible.ts'

// Of XML: the tree of it, mammoth's and the HTML's take some thirty times as much.
const mostPartCharacters = 16 * 1024 * 1024
// Those take up to three kilobytes each, whatever they are: beyond it the memory of a call was full, after a quarter of a minute.
const mostElements = 900_000
const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
]
const heldBack = { seen: new Set(['footnotes', 'endnotes']), kept: new Set(['styles', 'numbering']) }

export async function readDocx(file: OfficePackage, part: string, xml: string): Promise<Flow> {
  const relations = file.relations(part)
  const stylePart = relations.find(({ type }) => type === 'styles')?.part
  const styleXml = stylePart ? file.text(stylePart) : null
  const styles = readStyles(styleXml === null ? null : parseXml(styleXml))
  const seen: Seen = {
    equations: [],
    hiddenWords: 0,
    pictures: 0,
    hasPageEnds: /<[\w.-]{1,40}:lastRenderedPageBreak\b/.test(xml),
  }
  const budget = { left: mostElements }
  const visible = (text: string): string => {
    if (text.length > mostPartCharacters)
      throw new ConvertRefusal('too_complex', 'the document has more text than one call may convert')
    const root = parseXml(text, budget)
    showOnlyVisible(root, styles, seen)
    return writeWordXml(root)
  }
  const parts: Record<string, string> = { 'word/document.xml': visible(xml) }
  const kept: string[] = []
  for (const { type, part: target } of relations) {
    const text = target !== null && (heldBack.seen.has(type) || heldBack.kept.has(type)) ? file.text(target) : null
    if (text === null || parts[`word/${type}.xml`] !== undefined) continue
    parts[`word/${type}.xml`] = heldBack.seen.has(type) ? visible(text) : writeWordXml(parseXml(text, budget))
    kept.push(type)
  }
  const html = await toHtml({ ...parts, ...frame(relations, kept) })
  const { document, body } = parse(html)
  const restore = (text: string) =>
    restoreMarks(text, seen, (latex, isDisplay) => (isDisplay ? displayMath(latex) : inlineMath(latex)))
  const restoreCell = (text: string) => restoreMarks(text, seen, (latex) => `${mathMark}${latex}${mathMark}`)
  const notes = takeNotes(body, seen, restore)
  const elements = [...elementsOf(body, document, 'about:blank', { restore, restoreCell }), ...notes]
  const pages = pagesOf(elements)
  return {
    kind: 'docx',
    pages,
    pageCount: pages.length,
    about: readAbout(file),
    warnings: warningsOf(seen, file),
    hasPictures: seen.pictures > 0,
  }
}

function parse(html: string): { document: PageDocument; body: PageElement } {
  const document = parsePage(`<!doctype html><html><body>${html}</body></html>`)
  return { document, body: document.body }
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

// Of what the main part points to, mammoth learns of links and of the parts that were made for it.
function frame(relations: readonly Relation[], kept: readonly string[]): Record<string, string> {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relation = (id: string, type: string, target: string, mode = ''): XmlElement => ({
    name: 'Relationship',
    attributes: { Id: id, Type: `${base}/${type}`, Target: target, ...(mode === '' ? {} : { TargetMode: mode }) },
    children: [],
  })
  const file = (inside: XmlElement[]) =>
    writeWordXml({
      name: 'Relationships',
      attributes: { xmlns: 'http://schemas.openxmlformats.org/package/2006/relationships' },
      children: inside,
    })
  const links = relations.flatMap(({ id, link }) => (link === null ? [] : [relation(id, 'hyperlink', link, 'External')]))
  const known = new Set(relations.filter(({ link }) => link !== null).map(({ id }) => id))
  // A link that is not shown leaves its words.
  const others = relations
    .filter(({ id, type }) => type === 'hyperlink' && !known.has(id))
    .map(({ id }) => relation(id, 'hyperlink', '#', 'External'))
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': file([relation('main', 'officeDocument', 'word/document.xml')]),
    'word/_rels/document.xml.rels': file([
      ...links,
      ...others,
      ...kept.map((type) => relation(`part-${type}`, type, `${type}.xml`)),
    ]),
  }
}

const marked = /\ufdd1(\d{1,7})\ufdd1/g
const restoreMarks = (text: string, { equations }: Seen, write: (latex: string, isDisplay: boolean) => string): string =>
  text.replace(marked, (_, index) => {
    const equation = equations[Number(index)]
    return equation === undefined ? '' : (equation.raw ?? write(equation.latex, equation.isDisplay))
  })

/** Notes as notes: their calls become marks in the text, and they elements of their own. */
function takeNotes(body: PageElement, seen: Seen, restore: (text: string) => string): Element[] {
  const notes: Element[] = []
  const labels = new Map<string, string>()
  for (const call of [...body.querySelectorAll('a[id^=footnote-ref-],a[id^=endnote-ref-]')]) {
    const target = call.getAttribute('href')?.slice(1) ?? ''
    const label = labels.get(target) ?? String(labels.size + 1)
    labels.set(target, label)
    seen.equations.push({ latex: '', isDisplay: false, raw: `[^${label}]` })
    const inSup = call.parentElement?.localName === 'sup' ? call.parentElement : call
    inSup.replaceWith(`${mathMark}${seen.equations.length - 1}${mathMark}`)
  }
  for (const item of [...body.querySelectorAll('li[id^=footnote-],li[id^=endnote-]')]) {
    const label = labels.get(item.id)
    for (const back of item.querySelectorAll('a[href^="#footnote-ref-"],a[href^="#endnote-ref-"]')) back.remove()
    const list = item.parentElement
    if (label !== undefined)
      notes.push({ kind: 'footnote', label, ready: restore(escapeNote(shownText(item))), lines: [], ...noBox })
    item.remove()
    if (list !== null && list.children.length === 0) list.remove()
  }
  return notes
}

const escapeNote = (text: string): string => cleanText(text).replace(/[\\`*_[\]<]/g, '\\$&')

function warningsOf(seen: Seen, file: OfficePackage): ConvertWarning[] {
  const left = [
    ...(seen.pictures > 0 ? [`${seen.pictures} picture(s) without a description`] : []),
    ...(file.names.some((name) => /(?:^|\/)comments\.xml$/.test(name)) ? ['comments'] : []),
    ...(file.names.some((name) => /(?:^|\/)vbaProject\.bin$/.test(name)) ? ['macros'] : []),
  ]
  return warnOf({ reader: 'page', hiddenWords: seen.hiddenWords, left })
}
