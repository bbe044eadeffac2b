// The document's own words, which decide whether a hyphen at a line's end belongs to the word.
import type { PageParts } from '../page-layout.ts'

export type Lexicon = ReadonlySet<string>

export function lexiconOf(pages: readonly PageParts[]): Lexicon {
  const words = new Set<string>()
  for (const page of pages) {
    for (const line of page.lines) for (const word of line.words) words.add(bare(word.text))
  }
  return words
}

const bare = (text: string) => text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
const keepsHyphen =
  /^(?:self|non|well|co|ex|anti|multi|semi|cross|long|short|high|low|two|three|four|five|all|half|mid|full|part|open|e)$/i

// Scripts that write no blank where a line ends inside a sentence, and their full-width marks.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\u30fc\uff01-\uff60]$/u

export const isUnspaced = (text: string): boolean => unspaced.test(text)

// What is longer is no word of any lexicon.
const longestWord = 100

/** All lines of a text: only the last word of what is joined already is looked at for the next. */
export function joinAll(lines: readonly string[], lexicon: Lexicon): string {
  const parts: string[] = []
  let last = lines[0] ?? ''
  for (const line of lines.slice(1)) {
    const joined = joinHyphenated(last, line, lexicon)
    const cut = Math.max(joined.lastIndexOf(' ') + 1, joined.length - longestWord - 1)
    parts.push(joined.slice(0, cut))
    last = joined.slice(cut)
  }
  return parts.join('') + last
}

/** Joins "exam-" and "ple": without the hyphen unless the document writes the word with one. */
export function joinHyphenated(left: string, right: string, lexicon: Lexicon): string {
  const head = left.endsWith('-') ? /([\p{L}\p{N}]+)-$/u.exec(left.slice(-longestWord - 1))?.[1] : undefined
  const tail = /^([\p{Ll}\p{M}]+)/u.exec(right)?.[1]
  if (!head || !tail) {
    const isWhole =
      (left.endsWith('-') && /^[\p{Lu}\d]/u.test(right)) || (unspaced.test(left.slice(-2)) && unspaced.test(right[0] ?? ''))
    return isWhole ? left + right : `${left} ${right}`
  }
  const stem = left.slice(0, -1)
  if (lexicon.has((head + tail).toLowerCase())) return stem + right
  if (lexicon.has(`${head}-${tail}`.toLowerCase()) || keepsHyphen.test(head)) return left + right
  return stem + right
}
