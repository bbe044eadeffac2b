// Groups lines in reading order into blocks of one style: the paragraphs, headings and labels of a page.
import { median } from '../geometry.ts'
import { equationAlone } from '../math/marks.ts'
import type { Line } from './lines.ts'
import { isRomanTitle, numberedPart } from './numbered-heads.ts'

export function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = []
  const wide = wideSpacing(lines)
  for (const line of lines) {
    const block = blocks.at(-1)
    if (block && follows(block, line, wide)) block.push(line)
    else blocks.push([line])
  }
  return blocks
}

/** Of a line's size: what usually lies between two lines of a paragraph at most. */
const usualGap = 0.62
/** As close as lines of one paragraph are. */
const alike = 0.45
/** Of its size: so much shorter than the first of a list of sources is what they are called. */
const shortBy = 3

function follows(block: readonly Line[], line: Line, wide: WideSpacing | null): boolean {
  const last = block.at(-1)!
  const size = Math.max(last.size, line.size)
  const gap = line.y0 - last.y1
  const isWide = wide !== null && last.x1 > wide.right - widestRag * size
  if (gap > (isWide ? wide.gap : usualGap) * size || gap < -0.7 * size) return false
  if (Math.abs(last.size - line.size) > 0.06 * size + 0.3 || isOtherWeight(last, line)) return false
  if (standsApart(last, line, gap, size)) return false
  if (last.bold && line.bold && isInCapitals(last.text) !== isInCapitals(line.text)) return false
  if (/^\[1\]\s/.test(line.text) && last.x1 < line.x1 - shortBy * size) return false
  if (block.length === 1 && isRomanTitle(last.text) && !isInCapitals(line.text)) return false
  if (block.length <= mostSlantedLines && block.every((l) => l.italic) && isSlantedHead(last, line)) return false
  if (block.length <= mostHeadLines && isOwnFace(block) && isUnderOtherFace(block, line)) return false
  const stacked = Math.min(last.x1, line.x1) > Math.max(last.x0, line.x0)
  if (!stacked && !(last.mono && line.mono)) return false
  // A paragraph's own line spacing is even: a wider gap begins another.
  const before = block.length > 1 ? last.y0 - block.at(-2)!.y1 : gap
  return gap < before + 0.25 * size
}

// An equation on a line of its own, and no line of the paragraph that happens to hold nothing else.
function standsApart(last: Line, line: Line, gap: number, size: number): boolean {
  if ((equationAlone(last.words) === null) === (equationAlone(line.words) === null)) return false
  return gap > alike * size || Math.abs(line.x0 - last.x0) > size
}

type WideSpacing = { gap: number; right: number }
const [fewestPairs, longLine, widestRag, widestGap, gapSlack] = [5, 45, 8, 1.8, 0.12]
const [leastEven, leastOnward] = [0.7, 0.3]

// Texts for courts and editors are set with an empty line under each: full lines that go on in small letters tell it.
function wideSpacing(lines: readonly Line[]): WideSpacing | null {
  const pairs = lines.flatMap((below, i) => {
    const above = lines[i - 1]
    if (!above || above.text.length < longLine || Math.abs(above.size - below.size) > 0.06 * above.size) return []
    const gap = (below.y0 - above.y1) / above.size
    return gap > -0.7 && gap < widestGap ? [{ gap, above, below }] : []
  })
  const gap = median(pairs.map((p) => p.gap))
  const even = pairs.filter((p) => Math.abs(p.gap - gap) < gapSlack)
  const onward = pairs.filter((p) => /^\p{Ll}/u.test(p.below.text))
  if (pairs.length < fewestPairs || gap <= usualGap || even.length < leastEven * pairs.length) return null
  if (onward.length < leastOnward * pairs.length) return null
  return { gap: gap + gapSlack, right: Math.max(...even.map((p) => p.above.x1)) }
}

/** One heading is in capitals, the next below it not. */
export const isInCapitals = (text: string) => text.length > 5 && text === text.toUpperCase() && text !== text.toLowerCase()

// Bold words that open a paragraph may fill most of its first line.
const isOtherWeight = (last: Line, line: Line): boolean =>
  last.bold !== line.bold && (line.bold || last.words.at(-1)!.bold || line.words[0]!.bold)

/** A line all in italics, no longer than a heading, over upright text that fills its lines; its first may stand further in. */
export const isSlantedHead = (line: Line, below: Line): boolean =>
  line.italic &&
  !below.italic &&
  line.x1 - line.x0 < 0.75 * (below.x1 - line.x0) &&
  below.x0 - line.x0 > -3 &&
  below.x0 - line.x0 < 2.5 * line.size

/** More are a passage. */
export const mostSlantedLines = 2

/** Longer ones are paragraphs. */
export const mostHeadLines = 3

/** Lines in one face, all of them. */
export const isOwnFace = (block: readonly Line[]): boolean => {
  const face = block[0]!.font
  return face !== '' && block.every((l) => l.words.every((w) => w.font === face))
}

// Text in another face that fills its line begins under what does not: a heading right over its paragraph.
function isUnderOtherFace(block: readonly Line[], line: Line): boolean {
  const [first, last] = [block[0]!, block.at(-1)!]
  if (line.font === '' || line.font === first.font || line.words[0]!.font === first.font) return false
  const isShort = last.x1 - last.x0 < (last.italic ? 0.85 : 0.9) * (line.x1 - line.x0) || numberedPart.test(first.text)
  return isShort && Math.abs(line.x0 - first.x0) < 3 * line.size
}
