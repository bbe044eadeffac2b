// The document's body text: the size most characters are set in, which headings are measured against.
import type { PageText } from '../page-text.ts'

export type BodyFont = { size: number; bold: boolean }

const usualSize = 10

export function bodyFontOf(pages: readonly PageText[]): BodyFont {
  const counts = new Map<number, number>()
  let bold = 0
  let all = 0
  for (const page of pages) {
    for (const word of page.words) {
      const size = Math.round(word.size * 2) / 2
      const weight = word.text.length * (size >= 7.5 && size <= 14 ? 1 : 0.4)
      counts.set(size, (counts.get(size) ?? 0) + weight)
      all += word.text.length
      if (word.bold) bold += word.text.length
    }
  }
  const size = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? usualSize
  if (isTitleAlone(pages)) return { size: Math.min(size, usualSize), bold: false }
  return { size, bold: bold > all * 0.6 }
}

// Nothing but a few words on one line: whatever they are set in, they are not what a document's text is set in.
function isTitleAlone(pages: readonly PageText[]): boolean {
  const words = pages.flatMap((page) => page.words.filter((w) => !w.hidden).map((w) => `${page.number} ${w.line}`))
  return words.length <= 12 && new Set(words).size <= 1
}
