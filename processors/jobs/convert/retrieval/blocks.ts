// The document as a list: every block as Markdown with its kind, its page, its place there and the headings it stands under.
import { disarm } from '../../markdown/disarm.ts'
import type { Understood } from '../document/analyse-document.ts'
import { type RenderStyle, renderMarkdown } from '../render/markdown.ts'
import type { ConvertedBlock } from '../schema.ts'

export function blocksOf({ pages, lexicon }: Understood, style: Omit<RenderStyle, 'lexicon'>): ConvertedBlock[] {
  const above: { level: number; title: string }[] = []
  const blocks: ConvertedBlock[] = []
  for (const { number, elements } of pages) {
    for (const element of elements) {
      const text = disarm(renderMarkdown([element], { ...style, lexicon }), { images: false, escapesTags: false })
      if (text === '') continue
      const level = element.kind === 'heading' ? element.level : null
      if (level !== null) while (above.length > 0 && above.at(-1)!.level >= level) above.pop()
      const sureness = element.kind === 'picture' ? element.confidence : element.ocr
      blocks.push({
        page: number,
        kind: element.kind,
        level,
        box: element.x1 > element.x0 ? [element.x0, element.y0, element.x1, element.y1].map(toTenths) : null,
        path: above.map(({ title }) => title),
        text,
        ...(sureness === undefined || sureness === null ? {} : { ocr_confidence: sureness }),
      })
      if (level !== null) above.push({ level, title: titleOf(text) })
    }
  }
  return blocks
}

const toTenths = (points: number) => Math.round(points * 10) / 10

export const titleOf = (heading: string) => heading.replace(/^#{1,6} /, '').replaceAll('\n', ' ')
