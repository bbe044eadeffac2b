// Cuts a document's prose into sentences that can stand alone, remembering the section each is in.
import type { Element } from '../element.ts'
import { isCaption } from '../layout/captions.ts'
import { mathMark } from '../math/marks.ts'
import type { PageLayout } from '../page-layout.ts'

export type Sentence = { text: string; words: string[]; section: number; first: boolean }

const mostSentences = 400
const mostCharacters = 20_000
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|al|fig|figs|eq|no|dr|mr|mrs|ms|prof|st|inc|ltd|co|jr|sr|approx|dept|est|vol|pp|u\.s)|\b\p{Lu})\.$/iu

export function sentencesOf(pages: readonly PageLayout[]): Sentence[] {
  const sentences: Sentence[] = []
  let section = 0
  for (const page of pages) {
    for (const e of page.elements) {
      if (e.kind === 'heading') section++
      const text = proseOf(e)
      for (const [i, sentence] of split(text).entries()) {
        const words = sentence.toLowerCase().match(/\p{L}{3,}/gu) ?? []
        const prose = words.length >= 6 && words.length <= 60 && /^[\p{Lu}"(]/u.test(sentence) && /[.!?]["')]?$/.test(sentence)
        if (prose) sentences.push({ text: sentence, words, section, first: i === 0 })
        if (sentences.length >= mostSentences) return sentences
      }
    }
  }
  return sentences
}

function proseOf(e: Element): string {
  if (e.kind !== 'paragraph') return ''
  if (e.ready !== undefined) return e.ready.length > mostCharacters ? '' : wordsOf(e.ready)
  if (e.lines.length < 2 || isCaption(e.lines[0]!.text) || e.lines.some(({ text }) => text.includes(mathMark))) return ''
  return e.lines.reduce((t, l) => (/\p{L}-$/u.test(t) ? t.slice(0, -1) + l.text : `${t} ${l.text}`), '').trim()
}

// Markdown without its marks.
const wordsOf = (markdown: string): string =>
  markdown
    .replace(/\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/\*\*|(?<!\\)[*`]/g, '')
    .replace(/\\([^\p{L}\p{N}\s])/gu, '$1')
    .replace(/\s+/g, ' ')

function split(text: string): string[] {
  const parts: string[] = []
  let open = ''
  for (const piece of text.split(/(?<=[.!?]["')]?)\s+(?=[\p{Lu}"(\d])/u)) {
    open = open === '' ? piece : `${open} ${piece}`
    if (abbreviation.test(piece)) continue
    parts.push(open)
    open = ''
  }
  if (open !== '') parts.push(open)
  return parts
}
