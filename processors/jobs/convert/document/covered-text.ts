// Finds words that were drawn and cannot be seen: painted over by something opaque, or drawn with transparent ink; and words of which it is not known.
import { partitionPoint } from '../../../../base/partition-point.ts'
import type { Cover, Drawing, ShownText } from '../drawing/drawing.ts'
import { centreX, centreY, height, width } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { type Point, topmostAt } from './topmost.ts'

/** unsure: something is over it, or cuts it off, and only a picture of the page tells whether it is seen. */
export type Concealment = Cover['by'] | 'transparent' | 'unsure'

const bandPt = 4
const invisibleAlpha = 0.04
const slackPt = 1
// So many strings begin in one row only where a page is made to be slow.
const mostCompared = 400
const columns = 5

export function concealmentOf(words: readonly Word[], drawing: Drawing | null): ReadonlyMap<Word, Concealment> {
  const found = new Map<Word, Concealment>()
  if (drawing === null || !couldConceal(drawing)) return found
  const bands = bandsOf(drawing.shown)
  const perWord = 2 * columns + 1
  const points = words.flatMap(spotsOf)
  const covers = topmostAt(points, drawing.covers)
  const veils = topmostAt(points, drawing.veils)
  for (const [i, word] of words.entries()) {
    const shown = shownFor(word, bands)
    if (shown === null) continue
    const isOver = (list: readonly { order: number }[], found: Int32Array, spot: number) =>
      (list[found[i * perWord + spot]!]?.order ?? Number.NEGATIVE_INFINITY) >
      (shown === 'unsure' ? Number.NEGATIVE_INFINITY : shown.order)
    let [covered, veiled] = [0, 0]
    for (let spot = 0; spot < perWord; spot++) {
      if (isOver(drawing.covers, covers, spot)) covered++
      if (isOver(drawing.veils, veils, spot)) veiled++
    }
    if (shown === 'unsure') {
      if (covered + veiled > 0) found.set(word, 'unsure')
    } else if (shown.alpha <= invisibleAlpha) found.set(word, 'transparent')
    else if (covered === perWord) found.set(word, drawing.covers[covers[i * perWord]!]!.by)
    else if (covered + veiled > 0 || !isInside(word, shown)) found.set(word, 'unsure')
  }
  return found
}

function couldConceal({ covers, veils, shown }: Drawing): boolean {
  const first = shown[0]?.order ?? Infinity
  return (
    covers.some((cover) => cover.order > first) ||
    veils.some((veil) => veil.order > first) ||
    shown.some(({ alpha, clip }) => alpha <= invisibleAlpha || clip !== null)
  )
}

// Its middle first, then its upper and its lower edge: what covers all of them, in one piece or many, covers the word.
function spotsOf(word: Word): Point[] {
  const margin = Math.min(2, 0.2 * height(word))
  const inset = Math.min(slackPt, 0.25 * width(word))
  const step = (width(word) - 2 * inset) / (columns - 1)
  const spots: Point[] = [{ x: centreX(word), y: centreY(word) }]
  for (let i = 0; i < columns; i++) {
    const x = word.x0 + inset + i * step
    spots.push({ x, y: word.y0 + margin }, { x, y: word.y1 - margin })
  }
  return spots
}

function isInside(word: Word, { clip }: ShownText): boolean {
  if (clip === null) return true
  const [x, y] = [centreX(word), centreY(word)]
  return word.x0 >= clip.x0 - 2 * slackPt && word.x1 <= clip.x1 + 2 * slackPt && x > clip.x0 && y > clip.y0 && y < clip.y1
}

type Band = ShownText[]

export function bandsOf(shown: readonly ShownText[]): ReadonlyMap<number, Band> {
  const bands = new Map<number, Band>()
  for (const one of shown) {
    const band = Math.floor(one.y / bandPt)
    const list = bands.get(band)
    if (list) list.push(one)
    else bands.set(band, [one])
  }
  for (const band of bands.values()) band.sort((a, b) => a.x - b.x)
  return bands
}

// The string a word is part of begins on its row, at it or left of it; of several at one place the last is on top.
export function shownFor(word: Word, bands: ReadonlyMap<number, Band>): ShownText | 'unsure' | null {
  let best: ShownText | null = null
  let compared = 0
  const slack = 0.25 * height(word)
  const first = Math.floor((word.y0 + slack) / bandPt)
  for (let band = first; band <= Math.floor((word.y1 + slack) / bandPt); band++) {
    if (band - first > mostCompared) return 'unsure'
    const list = bands.get(band)
    if (list === undefined) continue
    for (let i = lastUpTo(list, centreX(word)); i >= 0; i--) {
      const shown = list[i]!
      if (best !== null && shown.x <= best.x - slackPt) break
      if (++compared > mostCompared) return 'unsure'
      if (shown.y <= word.y0 + slack || shown.y >= word.y1 + slack) continue
      if (best === null || shown.x > best.x + slackPt || isAbove(shown, best)) best = shown
    }
  }
  return best
}

const lastUpTo = (list: Band, x: number): number => partitionPoint(list.length, (i) => list[i]!.x <= x) - 1

const isAbove = (a: ShownText, b: ShownText) =>
  a.alpha > invisibleAlpha === b.alpha > invisibleAlpha ? a.order > b.order : a.alpha > b.alpha
