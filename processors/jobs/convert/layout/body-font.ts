// The document's body text: the size most characters are set in, which headings are measured against.
import type { PageText } from '../page-text.ts'

export type BodyFont = { size: number; bold: boolean }

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
  const top = [...counts].sort((a, b) => b[1] - a[1])[0]
  return { size: top?.[0] ?? 10, bold: bold > all * 0.6 }
}
