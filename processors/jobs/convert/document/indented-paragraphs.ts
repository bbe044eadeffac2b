// Parts paragraphs that no gap keeps apart: the first line of each stands further in than the rest.
import type { Element } from '../element.ts'
import { type Box, boxAround } from '../geometry.ts'
import { isMostlyRightToLeft } from '../layout/direction.ts'
import type { Line } from '../layout/lines.ts'
import type { PageLayout } from '../page-layout.ts'

const [leastIndent, mostIndent] = [0.7, 4.5]
const flush = 0.5

export function partIndented(pages: readonly PageLayout[]): void {
  for (const page of pages) page.elements = page.elements.flatMap(parted)
}

function parted(e: Element): Element[] {
  if (e.kind !== 'paragraph' || e.ready !== undefined || e.lines.length < 3) return [e]
  const starts = startsOf(e.lines)
  if (starts.length === 0) return [e]
  return [0, ...starts].map((from, i): Element => {
    const lines = e.lines.slice(from, starts[i])
    return { ...e, lines, ...boxAround(lines) }
  })
}

function startsOf(lines: readonly Line[]): number[] {
  const isBackwards = isMostlyRightToLeft(lines.flatMap((l) => l.words))
  const edgesOf = ({ x0, x1 }: Box) => (isBackwards ? { from: -x1, to: -x0 } : { from: x0, to: x1 })
  const edges = lines.map(edgesOf)
  const { from: left, to: right } = edgesOf(boxAround(lines))
  const isFlush = (i: number) => edges[i]!.from - left < flush * lines[i]!.size
  const isIn = (i: number) => {
    const [indent, size] = [edges[i]!.from - left, lines[i]!.size]
    return indent > leastIndent * size && indent < mostIndent * size
  }
  const isShort = (i: number) => edges[i]!.to < right - 1.5 * lines[i]!.size
  const ends = (i: number) => isShort(i) || /[.!?:;。！？؟"”’)\]]$|[.!?]\S{1,3}$/u.test(lines[i]!.text)
  // Centred lines and hanging ones have few at the edge.
  if (lines.filter((_, i) => isFlush(i)).length < 0.5 * lines.length) return []
  const starts: number[] = []
  for (let i = 1; i < lines.length; i++) {
    const isAfter = isFlush(i - 1) || starts.at(-1) === i - 1 || (i === 1 && isIn(0))
    const isBefore = i + 1 === lines.length || isFlush(i + 1) || (isIn(i + 1) && isShort(i) && ends(i))
    if (isIn(i) && isAfter && isBefore && ends(i - 1) && !/^\p{Ll}/u.test(lines[i]!.text)) starts.push(i)
  }
  return starts
}
