// XML of an office file as a small tree: no document type, no entity of its own, bounded in depth and number; and the tree as XML again.
import { Parser } from 'htmlparser2'
import { ConvertRefusal } from '../refusal.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Record<string, string>
  children: (XmlElement | string)[]
}

export interface XmlEvents {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
}

// A file may call a namespace what it likes: here each has the one prefix that everybody uses.
const prefixes: readonly [RegExp, string][] = [
  [/\/wordprocessingml\/(?:\d{4}\/)?main$/, 'w:'],
  [/\/drawingml\/(?:\d{4}\/)?main$/, 'a:'],
  [/\/presentationml\/(?:\d{4}\/)?main$/, 'p:'],
  [/\/spreadsheetml\/(?:\d{4}\/)?main$/, ''],
  [/\/officeDocument\/(?:\d{4}\/)?math$/, 'm:'],
  [/\/officeDocument\/(?:\d{4}\/)?relationships$/, 'r:'],
  [/\/markup-compatibility\/2006$/, 'mc:'],
  [/\/wordprocessingDrawing$/, 'wp:'],
  [/\/word\/2010\/wordprocessingShape$/, 'wps:'],
  [/\/word\/2010\/wordml$/, 'w14:'],
  [/\/drawing\/2010\/main$/, 'a14:'],
  [/\/drawingml\/(?:\d{4}\/)?chart$/, 'c:'],
  [/\/drawingml\/(?:\d{4}\/)?diagram$/, 'dgm:'],
  // Shapes on sheets, in charts and in diagrams as last drawn are those of slides under another prefix.
  [/\/drawingml\/(?:\d{4}\/)?(?:spreadsheetDrawing|chartDrawing)$|\/drawing\/2008\/diagram$/, 'p:'],
  [/^urn:schemas-microsoft-com:vml$/, 'v:'],
  [/^http:\/\/www\.w3\.org\/XML\/1998\/namespace$/, 'xml:'],
  [/\/package\/2006\/|\/extended-properties$|purl\.org|xmlns\.com/, ''],
]
const mostDepth = 400
const mostElements = 1_500_000
/** What several parts of a file may have of elements together. */
export interface ElementBudget {
  left: number
}
const mostAttributes = 2_000
// Each element that declares one more keeps all of those around it.
const mostSpaces = 500
// Noncharacters mark equations and page ends on their way: a file may not bring its own.
const ours = /[\ufdd0-\ufdef]/g

/** Calls for what the XML holds, in its order. */
export function readXml(xml: string, events: XmlEvents, budget: ElementBudget = { left: mostElements }): void {
  let depth = 0
  let attributesGiven = 0
  const tooComplex = () =>
    new ConvertRefusal('too_complex', 'the document is nested deeper, or has more parts, than one call may read')
  const spaces: Spaces[] = [new Map([['xml', 'xml:']])]
  const parser = new Parser(
    {
      onattribute() {
        if (++attributesGiven > mostAttributes) throw tooComplex()
      },
      onopentag(name, attributes) {
        attributesGiven = 0
        if (++depth > mostDepth || --budget.left < 0) throw tooComplex()
        const within = spacesWithin(spaces.at(-1)!, attributes)
        if (within.size > mostSpaces) throw tooComplex()
        spaces.push(within)
        const given = Object.entries(attributes).filter(([key]) => !isDeclaration(key))
        const named = given.map(([key, value]) => [key.includes(':') ? nameIn(within, key) : key, value])
        events.open(nameIn(within, name), Object.fromEntries(named))
      },
      ontext: (text) => events.text(text.replace(ours, '')),
      onclosetag(name) {
        depth--
        events.close(nameIn(spaces.pop()!, name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}

type Spaces = ReadonlyMap<string, string>
const isDeclaration = (key: string) => key === 'xmlns' || key.startsWith('xmlns:')

function spacesWithin(outer: Spaces, attributes: Record<string, string>): Spaces {
  const declared = Object.entries(attributes).filter(([key]) => isDeclaration(key))
  if (declared.length === 0) return outer
  const inner = new Map(outer)
  for (const [key, uri] of declared)
    inner.set(key.slice('xmlns:'.length), prefixes.find(([pattern]) => pattern.test(uri.slice(0, 200)))?.[1] ?? 'other:')
  return inner
}

function nameIn(spaces: Spaces, name: string): string {
  const colon = name.indexOf(':')
  return (spaces.get(colon < 0 ? '' : name.slice(0, colon)) ?? '') + name.slice(colon + 1)
}

export function parseXml(xml: string, budget?: ElementBudget): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [top]
  const events: XmlEvents = {
    open(name, attributes) {
      const element = { name, attributes, children: [] }
      open.at(-1)!.children.push(element)
      open.push(element)
    },
    text: (text) => void open.at(-1)!.children.push(text),
    close: () => void open.pop(),
  }
  readXml(xml, events, budget)
  return childrenOf(top)[0] ?? top
}

/** The first element as its own tag says it is, without what it holds. */
export const parseRoot = (xml: string): XmlElement => parseXml(xml.slice(0, endOfRoot(xml)))

/** Behind the first tag that is no declaration and no remark. */
function endOfRoot(xml: string): number {
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    if (xml[at + 1] !== '?' && xml[at + 1] !== '!') return xml.indexOf('>', at) + 1
  }
  return 0
}

export const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== 'string'
export const childrenOf = (element: XmlElement): XmlElement[] => element.children.filter(isElement)
export const allNamed = (element: XmlElement, name: string): XmlElement[] => childrenOf(element).filter((c) => c.name === name)

/** The first at a path of names. */
export function find(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (inner, name) => inner?.children.find((c): c is XmlElement => isElement(c) && c.name === name),
    element,
  )
}

export function* descendants(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    if (!isElement(child)) continue
    yield child
    yield* descendants(child)
  }
}

/** What an alternative holds that is shown: the first choice, else what stands in for it. */
export const chosenOf = (alternative: XmlElement): XmlElement | undefined =>
  find(alternative, 'mc:Choice') ?? find(alternative, 'mc:Fallback')

export const textOf = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('')

/** Of a switch such as <w:b/>: there, and not switched off. */
export function isOn(element: XmlElement | undefined, attribute = 'w:val'): boolean {
  return element !== undefined && !/^(?:0|false|off|none)$/.test(element.attributes[attribute] ?? '1')
}

const wordSpaces = {
  'xmlns:w': 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'xmlns:v': 'urn:schemas-microsoft-com:vml',
  'xmlns:w14': 'http://schemas.microsoft.com/office/word/2010/wordml',
  'xmlns:other': 'urn:other',
}

/** A part of a Word file as XML again; what stands in namespaces that no reader of it needs must be gone. */
export function writeWordXml(element: XmlElement): string {
  const parts: string[] = ['<?xml version="1.0" encoding="UTF-8"?>']
  write({ ...element, attributes: { ...element.attributes, ...wordSpaces } }, parts)
  return parts.join('')
}

function write({ name, attributes, children }: XmlElement, parts: string[]): void {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  parts.push(`<${name}${given.join('')}>`)
  for (const child of children) {
    if (isElement(child)) write(child, parts)
    else parts.push(escapeXml(child))
  }
  parts.push(`</${name}>`)
}

const escapeXml = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
