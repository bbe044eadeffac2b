// Fractions set in the text's own type: behind a relation, words over a bar and words under it. They are written in one line.
import { boxAround, centreX, centreY, overlapX, width } from '../geometry.ts'
import { textOf } from '../layout/lines.ts'
import type { Word } from '../page-text.ts'
import type { Bar } from './write-latex.ts'

const [shortest, longest] = [12, 350]
const mostBars = 300
const mostWords = 24
/** Of the size of its relation: how far from the bar the edge of a part may be, and the middle of what is one. */
const [nearest, farthest] = [0.7, 1.7]
const behind = 2.2
const relation = /[=≈≃≅≤≥<>]$|^\+$/
/** Longer than a factor. */
const compound = /[\s+*/×·−–-]/

export function gatherWordFractions(words: readonly Word[], bars: readonly Bar[]): Word[] {
  const fitting = bars.filter(({ from, to }) => to - from >= shortest && to - from <= longest)
  if (fitting.length === 0 || fitting.length > mostBars) return [...words]
  const relations = words.filter((w) => relation.test(w.text))
  const taken = new Set<Word>()
  const fractions = new Map<Word, Word>()
  for (const bar of fitting) {
    const host = relations.find((w) => !fractions.has(w) && !taken.has(w) && leadsTo(w, bar, words))
    const parts = host && partsOf(words, bar, host)
    if (!host || !parts || parts.some((side) => side.some((w) => taken.has(w)))) continue
    for (const w of parts.flat()) taken.add(w)
    const [over, under] = parts.map(writtenOf)
    fractions.set(host, { ...host, x0: bar.from, x1: bar.to, text: `${over}/${under}` })
  }
  if (fractions.size === 0) return [...words]
  return words.flatMap((w) => (taken.has(w) ? [] : [w, ...(fractions.has(w) ? [fractions.get(w)!] : [])]))
}

/** The relation stands at the bar's height, right before it. */
function leadsTo(w: Word, bar: Bar, words: readonly Word[]): boolean {
  const gap = bar.from - w.x1
  if (Math.abs(centreY(w) - bar.at) > 0.35 * w.size || gap < -1 || gap > behind * w.size) return false
  return !words.some((o) => o.x0 > w.x0 && o !== w && o.x1 < bar.from + 1 && o.y0 < bar.at && o.y1 > bar.at)
}

// One row on either side, all of it within the bar's ends, in its middle, and one of the two as long as the bar.
function partsOf(words: readonly Word[], bar: Bar, { size }: Word): [Word[], Word[]] | null {
  const box = { x0: bar.from, x1: bar.to, y0: bar.at, y1: bar.at }
  const parts = words.filter((w) => overlapX(w, box) > 0 && Math.abs(centreY(w) - bar.at) < farthest * size)
  const [over, under] = [parts.filter((w) => centreY(w) < bar.at), parts.filter((w) => centreY(w) >= bar.at)]
  const isPart = (side: readonly Word[]) => {
    if (side.length === 0 || side.length > mostWords) return false
    const own = boxAround(side)
    const gap = Math.min(Math.abs(own.y1 - bar.at), Math.abs(own.y0 - bar.at))
    const isInside = own.x0 > bar.from - 3 && own.x1 < bar.to + 3
    const isCentred = Math.abs(centreX(own) - (bar.from + bar.to) / 2) < 0.06 * (bar.to - bar.from) + 3
    const heights = side.map(centreY)
    // Limits of sums, and fractions in it, stand higher and lower: what is so built is not written in one line.
    const isOneRow = Math.max(...heights) - Math.min(...heights) < 0.5 * size
    return isOneRow && gap < nearest * size && isInside && isCentred && side.every((w) => w.turned !== true)
  }
  const isLong = [over, under].some((side) => side.length > 0 && width(boxAround(side)) > 0.7 * (bar.to - bar.from))
  return isPart(over) && isPart(under) && isLong ? [over, under] : null
}

function writtenOf(side: readonly Word[]): string {
  const text = textOf([...side].sort((a, b) => a.x0 - b.x0))
  return compound.test(text) ? `(${text})` : text
}
