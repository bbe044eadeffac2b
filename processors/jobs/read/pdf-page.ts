// A converted PDF in the shape of a page that was read.
import { disarmWords } from '../markdown/disarm.ts'
import type { Converted } from './convert.ts'
import { toPlainText } from './markdown/plain-text.ts'
import { cleanText, cutAtBlock } from './text/clean.ts'
import { guessLanguage } from './text/language.ts'
import { countWords } from './text/words.ts'

export type PdfPage = { markdown: string; title: string | null }

// Of a page to be read a place without words is nothing.
const pictureMarks = /<!-- picture: [^<>\n]{1,200} -->\n*/g

export function pageFromPdf({ markdown: marked, title }: PdfPage, maxChars: number, format: 'markdown' | 'text'): Converted {
  const markdown = marked.replace(pictureMarks, '')
  const clean = cleanText(markdown).trim()
  const cut = cutAtBlock(format === 'text' ? toPlainText(clean) : clean, maxChars)
  return {
    canonical: null,
    title: title === null ? null : disarmWords(title),
    byline: null,
    site: null,
    published_at: null,
    ...guessLanguage(null, markdown),
    excerpt: null,
    markdown: cut.text,
    word_count: countWords(markdown),
    truncated: cut.truncated,
    links: [],
    extractor: 'pdf',
    charset: null,
    headings: markdown.match(/^#{1,6} /gm)?.length ?? 0,
    textShare: 1,
    agreement: 1,
    blocked: false,
    warnings: cut.truncated ? ['truncated'] : [],
  }
}
