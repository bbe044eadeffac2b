// The document's body text: the size most characters are set in, which headings are measured against.
import type { PageText, Word } from '../page-text.ts'

export type BodyFont = {
  size: number
  bold: boolean
  /** The face most of it is set in. */
  face: string
  /** Faces that little is set in. */
  rare: ReadonlySet<string>
}

const usualSize = 10
const rareShare = 0.2
const leastProse = 0.15

export function bodyFontOf(pages: readonly PageText[]): BodyFont {
  const counts = new Map<number, number>()
  const faces = new Map<string, number>()
  const faceOf = new Map<number, Map<string, number>>()
  let bold = 0
  let all = 0
  const isCode = isBesideProse(pages)
  for (const page of pages) {
    for (const word of page.words) {
      if (isCode(word)) continue
      const size = Math.round(word.size * 2) / 2
      const weight = word.text.length * (size >= 7.5 && size <= 14 ? 1 : 0.4)
      counts.set(size, (counts.get(size) ?? 0) + weight)
      all += word.text.length
      faces.set(word.font, (faces.get(word.font) ?? 0) + word.text.length)
      const own = faceOf.get(size) ?? new Map<string, number>()
      own.set(word.font, (own.get(word.font) ?? 0) + word.text.length)
      faceOf.set(size, own)
      if (word.bold) bold += word.text.length
    }
  }
  const size = mostOf(counts) ?? usualSize
  const face = mostOf(faceOf.get(size)) ?? ''
  const rare = new Set([...faces].flatMap(([name, count]) => (count < rareShare * all ? [name] : [])))
  if (isTitleAlone(pages)) return { size: Math.min(size, usualSize), bold: false, face, rare }
  return { size, bold: bold > all * 0.6, face, rare }
}

// Listings are no text, however much of a page they fill.
function isBesideProse(pages: readonly PageText[]): (word: Word) => boolean {
  let [prose, all] = [0, 0]
  for (const page of pages) {
    for (const word of page.words) {
      all += word.text.length
      if (!word.mono) prose += word.text.length
    }
  }
  return prose >= leastProse * all ? (word) => word.mono : () => false
}

// Nothing but a few words on one line: whatever they are set in, they are not what a document's text is set in.
function isTitleAlone(pages: readonly PageText[]): boolean {
  const words = pages.flatMap((page) => page.words.filter((w) => !w.hidden).map((w) => `${page.number} ${w.line}`))
  return words.length <= 12 && new Set(words).size <= 1
}

const mostOf = <T>(counts: ReadonlyMap<T, number> | undefined): T | undefined =>
  [...(counts ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0]
