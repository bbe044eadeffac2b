// Reads `pdftotext -bbox-layout`: every word with its box, and poppler's own blocks and lines as a hint of reading order.

import { mendPairs, turnsPairs } from '../layout/arabic-pairs.ts'
import { asRead, asReadAmong, isMostlyRightToLeft } from '../layout/direction.ts'
import { plainText } from '../layout/plain-text.ts'
import type { PageText, Word } from '../page-text.ts'
import { cleanCodes, cleanText, decodeEntities } from './entities.ts'
import { partAtTabs } from './part-at-tabs.ts'
import { glyphBlank, readShifted } from './shifted-letters.ts'
import { joinSlanted } from './slanted-words.ts'

// No word of any language is longer; a string of megabytes without a blank is an attack.
const longestWord = 4_000

const tag =
  /<(page|flow|block|line|word)(?: (?:width="([-\d.e+]+)" height="([-\d.e+]+)"|xMin="([-\d.e+]+)" yMin="([-\d.e+]+)" xMax="([-\d.e+]+)" yMax="([-\d.e+]+)"))?>(?:([^<]*)<\/word>)?/g

export function parseWords(xml: string, firstPage: number): PageText[] {
  const pages: PageText[] = []
  let block = 0
  let line = 0
  for (const m of xml.matchAll(tag)) {
    if (m[1] === 'page') {
      pages.push({ number: firstPage + pages.length, width: Number(m[2]), height: Number(m[3]), words: [] })
      block = 0
      line = 0
    } else if (m[1] === 'block') block++
    else if (m[1] === 'line') line++
    else if (m[1] === 'word') {
      const page = pages.at(-1)
      const bracket = m[8]?.length === 1 ? brackets[m[8].charCodeAt(0)] : undefined
      const word = bracket === undefined ? wordOf(m, block, line) : null
      if (word) page?.words.push(word)
      else if (page && bracket !== undefined) {
        const [x0, y0, x1, y1] = [Number(m[4]), Number(m[5]), Number(m[6]), Number(m[7])]
        page.brackets ??= []
        if ([x0, y0, x1, y1].every(Number.isFinite))
          page.brackets.push({ ...bare, x0, y0, x1, y1, text: bracket, size: (y1 - y0) * 1.5, block, line })
      }
    }
  }
  const mends = turnsPairs(xml)
  for (const page of pages) {
    if (mends) for (const word of page.words) word.text = mendPairs(word.text)
    if (page.words.some(({ text }) => text.includes('\t'))) page.words = partAtTabs(page.words)
    if (page.words.some(({ text }) => text.includes(glyphBlank))) page.words = readShifted(page.words, asShown)
    page.words = joinSlanted(page.words)
    turnSigns(page.words)
  }
  return pages
}

// Of a figure alone on its line: a sign that no figure ends with, a bracket that none begins with.
const standsTurned = /^[)\]}]|\p{N}[%\p{L}]*[-−+]$/u

function turnSigns(words: readonly Word[]): void {
  const isPageTurned = isMostlyRightToLeft(words)
  for (let from = 0; from < words.length; ) {
    let to = from + 1
    while (to < words.length && words[to]!.line === words[from]!.line) to++
    const row = words.slice(from, to)
    if (isMostlyRightToLeft(row)) for (const word of row) word.text = asReadAmong(word.text)
    else if (isPageTurned) for (const word of row) if (standsTurned.test(word.text)) word.text = asReadAmong(word.text)
    from = to
  }
}

const bare = { bold: false, italic: false, mono: false, font: '', color: '#000000' }
// TeX's font of large signs has these at the codes of controls, and says no better.
const brackets: Record<number, string> = {
  0: '(',
  1: ')',
  2: '[',
  3: ']',
  8: '{',
  9: '}',
  16: '(',
  17: ')',
  18: '(',
  19: ')',
  20: '[',
  21: ']',
  26: '{',
  27: '}',
}

// Joiners and spaces of no width, which some programs set between letters.
const unseen = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

const asShown = (given: string) => asRead(plainText(cleanCodes(given)))

function wordOf(m: RegExpExecArray, block: number, line: number): Word | null {
  const [x0, y0, x1, y1] = [Number(m[4]), Number(m[5]), Number(m[6]), Number(m[7])]
  const given = decodeEntities((m[8] ?? '').slice(0, longestWord))
  const text = given.includes(glyphBlank) ? given : asShown(given)
  if (unseen.test(text) || ![x0, y0, x1, y1].every(Number.isFinite)) return null
  const size = (y1 - y0) * 0.9
  return { x0, y0, x1, y1, text, block, line, size, bold: false, italic: false, mono: false, font: '', color: '#000000' }
}

// pdftotext escapes the document's own metadata here, so that a line break in a title cannot forge another field.
export function parseHead(xml: string): Record<string, string> {
  const head = xml.slice(0, Math.max(0, xml.indexOf('<body>')))
  const found: Record<string, string> = {}
  const title = /<title>([^<]*)<\/title>/.exec(head)
  if (title) found.title = oneLine(title[1]!)
  for (const m of head.matchAll(/<meta name="(\w+)" content="([^"]*)"\/>/g)) found[m[1]!.toLowerCase()] ??= oneLine(m[2]!)
  return found
}

const oneLine = (text: string) => cleanText(decodeEntities(text)).replace(/\s+/g, ' ').trim().slice(0, 1000)
