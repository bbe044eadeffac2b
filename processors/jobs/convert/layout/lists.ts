// Splits a block into paragraphs and list items by the markers its lines begin with, and keeps code apart.
import type { Element } from '../element.ts'
import { boxAround } from '../geometry.ts'
import type { Line } from './lines.ts'

export const bullet = /^(?:[•●▪■◦○·‣∙⁃◆❖➢✓✔►▶\uf0b7\uf0a7]\s*|[\p{Co}\p{Cn}]\s+)(?=\S)/u
const dash = /^[-*]\s+(?=\S)/
const numbered = /^(?:\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)]|\([0-9]{1,3}[.-][0-9]{1,3}\))\s+(?=\S)/

export const isListItem = (text: string) => bullet.test(text) || dash.test(text) || numbered.test(text)

export function textElements(block: readonly Line[]): Element[] {
  if (block.every((l) => l.mono) && block.length > 1 && !isTyped(block))
    return [{ kind: 'code', lines: [...block], ...boxAround(block) }]
  const parts: { item: boolean; lines: Line[] }[] = []
  for (const line of block) {
    const starts =
      isListItem(line.text) &&
      (bullet.test(line.text) || parts.length === 0 || parts.at(-1)!.item || follows(line, parts.at(-1)!.lines))
    const open = parts.at(-1)
    if (starts || !open || isNextSource(open.lines[0]!, line)) parts.push({ item: starts, lines: [line] })
    else open.lines.push(line)
  }
  return parts.map((p): Element => {
    const box = boxAround(p.lines)
    return p.item ? { kind: 'list-item', lines: p.lines, depth: 0, ...box } : { kind: 'paragraph', lines: p.lines, ...box }
  })
}

const source = /^\[(\d{1,3})\]\s+(?=\S)/
const alignedPt = 2

/** "[8] " under "[7] ", at one edge. */
function isNextSource(first: Line, line: Line): boolean {
  const [before, number] = [first, line].map(({ text }) => source.exec(text)?.[1])
  if (before === undefined || number === undefined || Number(number) !== Number(before) + 1) return false
  // Their numbers end at one edge where they do not begin at one.
  return Math.abs(first.x0 - line.x0) < alignedPt || Math.abs(first.words[0]!.x1 - line.words[0]!.x1) < alignedPt
}

const [fewestTyped, typedLine, leastOnward, mostSigned] = [3, 40, 0.4, 0.1]
const codeSign = /[{};=<>$\\|]|\w\(\S|--\w|\S {3,}\S/

// Prose in the letters of a typewriter: lines of one length that begin at one edge and go on in small letters.
function isTyped(block: readonly Line[]): boolean {
  if (block.length < fewestTyped) return false
  const edge = Math.min(...block.map((l) => l.x0))
  const below = block.slice(1)
  const isFlush = below.every((l) => l.x0 - edge < 0.5 * l.size)
  const onward = below.filter(({ text }) => /^\p{Ll}/u.test(text)).length
  const length = block.slice(0, -1).reduce((sum, l) => sum + l.text.length, 0) / below.length
  const signed = block.filter(({ text }) => codeSign.test(text)).length
  return isFlush && length >= typedLine && onward >= leastOnward * below.length && signed <= mostSigned * block.length
}

// "b." inside a paragraph begins an item only where the line before it ended early or ended a sentence.
function follows(line: Line, before: readonly Line[]): boolean {
  const last = before.at(-1)!
  return /[.:;]$/.test(last.text) || last.x1 < line.x1 - 3 * line.size
}

/** Items that stand further right than the one before lie a level deeper. */
export function nestLists(elements: readonly Element[]): void {
  const edges: number[] = []
  let last: Element | undefined
  for (const e of elements) {
    if (e.kind !== 'list-item') {
      if (e.kind !== 'furniture') edges.length = 0
      last = e
      continue
    }
    if (last?.kind !== 'list-item') edges.length = 0
    while (edges.length > 0 && e.x0 < edges.at(-1)! - 4) edges.pop()
    if (edges.length === 0 || e.x0 > edges.at(-1)! + 8) edges.push(e.x0)
    e.depth = Math.min(5, edges.length - 1)
    last = e
  }
}
