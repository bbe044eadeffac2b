// Reads one page: words to lines, lines to elements in reading order.
import type { Element } from '../element.ts'
import { boxAround } from '../geometry.ts'
import type { PageText } from '../page-text.ts'
import type { BodyFont } from './body-font.ts'
import { type Line, linesOf } from './lines.ts'

export function analysePage(page: PageText, body: BodyFont): Element[] {
  const blocks = new Map<number, Line[]>()
  for (const line of linesOf(page.words.filter((w) => !w.hidden))) {
    const block = blocks.get(line.block)
    if (block) block.push(line)
    else blocks.set(line.block, [line])
  }
  return [...blocks.values()].map((lines): Element => {
    const first = lines[0]!
    const heading = lines.length <= 3 && first.text.length < 150 && (first.size > body.size * 1.15 || (first.bold && !body.bold))
    if (heading) return { kind: 'heading', level: 1, lines, ...boxAround(lines) }
    return { kind: 'paragraph', lines, ...boxAround(lines) }
  })
}
