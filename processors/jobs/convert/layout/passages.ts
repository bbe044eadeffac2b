// Lines under each other that are one text, wrapped, or one address: beside another such text they are read to the end before it.
import { type Box, boxAround, width } from '../geometry.ts'

export type Placed = Box & { size: number; text: string }

/** A map or a bomb has more, and keeps its lines apart. */
const mostLines = 600
const alignedPt = 3
const shortestText = 10

/** Each line alone, but for those of a passage with another beside it. */
export function passagesOf<T extends Placed>(lines: readonly T[]): T[][] {
  if (lines.length < 4 || lines.length > mostLines) return lines.map((l) => [l])
  const stacks: T[][] = []
  for (const line of [...lines].sort((a, b) => a.y0 - b.y0)) {
    const above = stacks.find((s) => goesOn(s, line))
    if (above) above.push(line)
    else stacks.push([line])
  }
  const wrapped = new Set(stacks.filter((stack) => isWrapped(stack) || isAddress(stack)))
  const isBeside = (a: readonly T[], b: readonly T[]) =>
    Math.min(a.at(-1)!.y1, b.at(-1)!.y1) - Math.max(a[0]!.y0, b[0]!.y0) > 0.5 * a[0]!.size &&
    (Math.min(...b.map((l) => l.x0)) > Math.max(...a.map((l) => l.x1)) ||
      Math.min(...a.map((l) => l.x0)) > Math.max(...b.map((l) => l.x1)))
  const whole = boxAround(lines)
  const notes = stacks.filter((stack) => isSideNote(stack, lines, whole))
  const kept = [...new Set([...wrapped].filter((a) => [...wrapped].some((b) => a !== b && isBeside(a, b))).concat(notes))]
  const inside = new Set(kept.flat())
  return [...kept, ...lines.filter((l) => !inside.has(l)).map((l) => [l])]
}

function goesOn<T extends Placed>(stack: readonly T[], line: T): boolean {
  const [first, last] = [stack[0]!, stack.at(-1)!]
  const gap = line.y0 - last.y1
  if (gap > 0.6 * last.size || gap < -0.5 * last.size || Math.abs(last.size - line.size) > 0.06 * line.size) return false
  const isLeft = Math.abs(line.x0 - first.x0) < alignedPt
  return isLeft || Math.abs(line.x0 + line.x1 - first.x0 - first.x1) < 2 * alignedPt
}

// Its lines begin in lower case but the first, and are no single words.
function isWrapped(stack: readonly Placed[]): boolean {
  const below = stack.slice(1)
  const onward = below.filter(({ text }) => /^[\p{Ll}(]/u.test(text)).length
  const length = stack.reduce((sum, l) => sum + l.text.length, 0) / stack.length
  return below.length > 0 && onward >= 0.5 * below.length && length >= shortestText
}

const [mostInRows, widestNote] = [0.34, 0.25]

// Lines that stand close together at the left of all else, and in no row with the lines beside them.
function isSideNote<T extends Placed>(stack: readonly T[], lines: readonly T[], whole: Box): boolean {
  const box = boxAround(stack)
  if (stack.length < 2 || width(box) > widestNote * width(whole) || !stack.every(({ text }) => /\p{L}{2}/u.test(text)))
    return false
  const beside = lines.filter((l) => l.y0 < box.y1 && l.y1 > box.y0 && (l.x1 < box.x0 || l.x0 > box.x1))
  if (beside.length < 2 || beside.some((l) => l.x1 < box.x0)) return false
  const inRow = stack.filter((l) => beside.some((o) => Math.abs(o.y1 - l.y1) < 0.15 * Math.min(l.size, o.size)))
  return inRow.length <= mostInRows * stack.length
}

const [fewestAddressLines, mostAddressLines] = [3, 9]
const postcode = /(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{4,6}(?!\d)|\b[A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}\b/
const [mostPostcodes, longestPlace] = [2, 60]

// Names and places, and one line or two with the number of a place; years and sums are something else.
export function isAddress(stack: readonly Placed[]): boolean {
  if (stack.length < fewestAddressLines || stack.length > mostAddressLines) return false
  const named = stack.filter(({ text }) => /\p{L}{2}/u.test(text))
  const numbered = named.filter(({ text }) => text.length <= longestPlace && postcode.test(text)).length
  return named.length >= 0.7 * stack.length && numbered > 0 && numbered <= mostPostcodes
}
