// Finds words that were drawn and cannot be seen: painted over by something opaque, or drawn with transparent ink.
import type { Cover, Drawing, ShownText } from '../drawing/drawing.ts'
import { centreX, height } from '../geometry.ts'
import type { Word } from '../page-text.ts'

export type Concealment = Cover['by'] | 'transparent'

const bandPt = 4
const invisibleAlpha = 0.04
const slackPt = 1

export function concealmentOf(drawing: Drawing | null): (word: Word) => Concealment | null {
  if (drawing === null || !couldConceal(drawing)) return () => null
  const bands = new Map<number, ShownText[]>()
  for (const shown of drawing.shown) {
    const band = Math.floor(shown.y / bandPt)
    const list = bands.get(band)
    if (list) list.push(shown)
    else bands.set(band, [shown])
  }
  return (word) => {
    const shown = shownFor(word, bands)
    if (shown === null) return null
    if (shown.alpha <= invisibleAlpha) return 'transparent'
    return drawing.covers.find((cover) => cover.order > shown.order && hides(cover, word))?.by ?? null
  }
}

function couldConceal({ covers, shown }: Drawing): boolean {
  const first = shown[0]?.order ?? Infinity
  return covers.some((cover) => cover.order > first) || shown.some(({ alpha }) => alpha <= invisibleAlpha)
}

// The string a word is part of begins on its row, at it or left of it; of several at one place the last is on top.
function shownFor(word: Word, bands: ReadonlyMap<number, readonly ShownText[]>): ShownText | null {
  let best: ShownText | null = null
  const slack = 0.25 * height(word)
  for (let band = Math.floor((word.y0 - slack) / bandPt); band <= Math.floor((word.y1 + slack) / bandPt); band++) {
    for (const shown of bands.get(band) ?? []) {
      const onRow = shown.y > word.y0 + slack && shown.y < word.y1 + slack
      if (!onRow || shown.x > centreX(word)) continue
      if (best === null || shown.x > best.x + slackPt || (shown.x > best.x - slackPt && isAbove(shown, best))) best = shown
    }
  }
  return best
}

const isAbove = (a: ShownText, b: ShownText) =>
  a.alpha > invisibleAlpha === b.alpha > invisibleAlpha ? a.order > b.order : a.alpha > b.alpha

function hides(cover: Cover, word: Word): boolean {
  const margin = Math.min(2, 0.2 * height(word))
  return (
    cover.x0 <= word.x0 + slackPt && cover.x1 >= word.x1 - slackPt && cover.y0 <= word.y0 + margin && cover.y1 >= word.y1 - margin
  )
}
