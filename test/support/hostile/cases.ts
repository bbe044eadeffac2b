// Strangers' answers that nobody has seen before: made by chance from a seed that is printed, so that a bad one can be made again.
import { gzipSync } from 'node:zlib'
import { pdfDocument, text } from '../pdf/document.ts'

export interface HostileCase {
  readonly name: string
  readonly route: 'read' | 'preview'
  readonly type: string
  readonly encoding?: string
  readonly body: Buffer
  /** How it is sent. */
  readonly framing: 'plain' | 'tiny chunks' | 'chunk extensions' | 'cut'
}

interface Chance {
  below(n: number): number
  pick<T>(list: readonly T[]): T
}

// Mulberry32: the same numbers for the same seed, everywhere.
function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return { below, pick: (list) => list[below(list.length)]! }
}

type Maker = (chance: Chance) => { type: string; body: Buffer | string; encoding?: string; framing?: HostileCase['framing'] }

const tags = [
  'div',
  'p',
  'table',
  'tr',
  'td',
  'ul',
  'li',
  'b',
  'i',
  'a href=x',
  'svg',
  'math',
  'pre',
  'blockquote',
  'x-y',
  'script',
  'style',
]
const marks = [
  '<',
  '>',
  '&',
  '[',
  '](',
  '![',
  '`',
  '*',
  '_',
  '\\',
  '|',
  '\n',
  ' ',
  '#',
  '&lt;',
  '\u200b',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '%',
  '(',
  ')',
]
const some = (chance: Chance, list: readonly string[], n: number) => Array.from({ length: n }, () => chance.pick(list)).join('')
const size = (chance: Chance) => chance.pick([300, 3_000, 30_000])
const garbled = (chance: Chance, bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  for (let i = 0; i < 30; i++) copy[chance.below(copy.length)] = chance.below(256)
  return copy
}
const paper = pdfDocument({ pages: [text(72, 80, 'Title') + text(72, 120, 'Some words of a paper.')] })
const asPdf = (objects: string) => `%PDF-1.4\n${objects}\ntrailer << /Root 1 0 R >>\n%%EOF`

const pages: Record<string, Maker> = {
  'page of tags': (c) => ({
    type: 'text/html',
    body: some(
      c,
      tags.map((t) => `<${t}>x`),
      size(c),
    ),
  }),
  'page of one tag': (c) => ({ type: 'text/html', body: `<${c.pick(tags)}>x`.repeat(size(c)) }),
  'page of marks': (c) => ({ type: 'text/html', body: `<main><p>${some(c, marks, size(c))}` }),
  'text of marks': (c) => ({ type: 'text/plain', body: some(c, marks, size(c)) }),
  'comments before a text': (c) => ({ type: c.pick(['text/plain', '']), body: `${'<!---->'.repeat(20 + c.below(120))}x` }),
  'random bytes': (c) => ({
    type: c.pick(['text/html', 'text/plain', 'application/json', '']),
    body: Buffer.from(Array.from({ length: 2_000 }, () => c.below(256))),
  }),
  'JSON deep': (c) => ({ type: 'application/json', body: c.pick(['[', '{"a":', '[[{"a":']).repeat(size(c)) }),
  'XML deep': (c) => ({
    type: 'application/xml',
    body: `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(100)}">]>${'<a>&b;'.repeat(size(c))}`,
  }),
  'XML of entities': (c) => ({
    type: c.pick(['text/xml', 'application/rss+xml']),
    body: `<!DOCTYPE a [<!ENTITY a0 "x">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join('')}]><a>&a30;</a>`,
  }),
  CSV: (c) => ({ type: 'text/csv', body: some(c, [',', '"', '\n', '=1+1', 'a', '""', ';'], size(c)) }),
  zip: (c) => ({
    type: c.pick(['application/zip', 'text/plain', 'application/octet-stream']),
    body: Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(size(c), c.below(256))]),
  }),
  'bomb in gzip': (c) => ({ type: 'text/html', encoding: 'gzip', body: gzipSync(Buffer.alloc(20_000_000, c.below(256))) }),
  'body in tiny chunks': (c) => ({ type: 'text/html', framing: 'tiny chunks', body: some(c, marks, 1_000) }),
  'body with chunk extensions': (c) => ({ type: 'text/html', framing: 'chunk extensions', body: some(c, ['x', 'y'], 60) }),
  'body cut off': (c) => ({ type: 'text/html', framing: 'cut', body: some(c, marks, 300) }),
  'PDF as a page': (c) => ({ type: 'application/pdf', body: garbled(c, paper) }),
}

const documents: Record<string, Maker> = {
  'PDF garbled': (c) => ({ type: 'application/pdf', body: garbled(c, paper) }),
  'PDF cut': (c) => ({ type: 'application/pdf', body: paper.subarray(0, 20 + c.below(paper.length - 20)) }),
  'PDF of brackets': (c) => ({
    type: 'application/pdf',
    body: asPdf(some(c, ['<<', '>>', '[', ']', '(', ')', '/A ', '1 0 obj\n', 'endobj\n', 'stream\n', 'endstream\n'], size(c))),
  }),
  'PDF of words in one place': (c) => ({
    type: 'application/pdf',
    body: pdfDocument({ pages: [Array.from({ length: 1_500 }, () => text(100 + c.below(3), 100 + c.below(3), 'w')).join('')] }),
  }),
  'PDF of words in one row': (c) => ({
    type: 'application/pdf',
    body: pdfDocument({ pages: [Array.from({ length: 1_500 }, (_, i) => text(c.below(40) + i, 100, 'ab')).join('')] }),
  }),
  'PDF of rules': (c) => ({
    type: 'application/pdf',
    body: pdfDocument({
      pages: [
        Array.from({ length: 3_000 }, () => `${c.below(600)} ${c.below(700)} m ${c.below(600)} ${c.below(700)} l S\n`).join(''),
      ],
    }),
  }),
  'PDF that nests': (c) => ({
    type: 'application/pdf',
    body: pdfDocument({ pages: [`${'q '.repeat(size(c))}${text(72, 72, 'x')}`] }),
  }),
  'no PDF': (c) => ({ type: 'application/pdf', body: Buffer.from(Array.from({ length: 500 }, () => c.below(256))) }),
  'PDF with chunk extensions': () => ({ type: 'application/pdf', framing: 'chunk extensions', body: paper.subarray(0, 60) }),
}

export function makeCases(seed: number, most: number): HostileCase[] {
  const chance = createChance(seed)
  const makers = [
    ...Object.entries(pages).map(([name, make]) => ({ name, make, route: 'read' as const })),
    ...Object.entries(documents).map(([name, make]) => ({ name, make, route: 'preview' as const })),
  ]
  return Array.from({ length: most }, (_, i) => {
    const { name, make, route } = makers[i % makers.length]!
    const { body, framing = 'plain', ...made } = make(chance)
    return { name, route, framing, ...made, body: Buffer.from(body as string) }
  })
}

/** Rules that take a careless reader seconds for one page. */
export function hostileRobots(seed: number): string {
  const chance = createChance(seed)
  const rules = Array.from({ length: 4_000 }, () => `Allow: /${some(chance, ['*', 'a', 'b', '**', '$', '%2a'], 60)}\n`)
  return `User-agent: *\n${rules.join('')}`
}
