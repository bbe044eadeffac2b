// Marks words no reader of the page could see: invisible, covered, tiny, off the page, or in the colour of what lies behind them.
import type { Drawing } from '../drawing/drawing.ts'
import { type Box, centreX, centreY, holdsCentre, width } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import { concealmentOf } from './covered-text.ts'
import { patternedWords } from './patterned-text.ts'
import { topmostAt } from './topmost.ts'

const tinyPt = 1.6

/** Of both only a picture of the page tells whether they are seen: unsure ones count as seen, doubted ones as hidden by their colour. */
export type Hiding = { words: number; isTextLayer: boolean; unsure: readonly Word[]; doubted: readonly Word[] }

/** A scanned page's text layer, invisible or behind the picture, is what a reader sees, so it stays. */
export function hideText(page: PageText, drawing: Drawing | null, fontsKnown: boolean): Hiding {
  const invisible = page.words.filter((w) => w.hidden)
  if (!fontsKnown) for (const w of invisible) w.hidden = false
  const concealed = concealmentOf(page.words, drawing)
  const unseen = page.words.filter((w) => w.hidden || concealed.get(w) === 'picture')
  const textLayer = isTextLayer(page, unseen, drawing)
  for (const w of unseen) w.hidden = !textLayer
  for (const [w, by] of concealed) if (by === 'fill' || by === 'transparent') w.hidden = true
  const isCamouflaged = camouflageOf(page, drawing)
  const doubted: Word[] = []
  for (const [i, w] of page.words.entries()) {
    const isElsewhere = isTiny(w) || isOffPage(w, page)
    if (!isElsewhere && !isCamouflaged(w, i)) continue
    // Outlines and blends show what its colour would not, and of what is turned it is only guessed.
    if (!isElsewhere && !w.hidden && (w.turned || drawing?.unsure || concealed.get(w) === 'unsure')) doubted.push(w)
    w.hidden = true
  }
  const isOpen = (w: Word) => (concealed.get(w) ?? 'unsure') === 'unsure' && !isTiny(w) && !isOffPage(w, page)
  doubted.push(...patternedWords(page, drawing).filter(isOpen))
  const visible = page.words.filter((w) => !w.hidden)
  const isUnsure = (w: Word) => drawing === null || drawing.unsure || concealed.get(w) === 'unsure' || isNarrow(w)
  // What a scan's layer says is seen in its picture.
  const hidden = page.words.length - visible.length
  return textLayer
    ? { words: hidden, isTextLayer: true, unsure: [], doubted: [] }
    : { words: hidden, isTextLayer: false, unsure: visible.filter(isUnsure), doubted }
}

function isTextLayer(page: PageText, invisible: readonly Word[], drawing: Drawing | null): boolean {
  return invisible.length >= 0.8 * page.words.length && invisible.length > 0 && pictureShare(page, drawing) > 0.5
}

export function pictureShare(page: { width: number; height: number }, drawing: Drawing | null): number {
  if (!drawing || drawing.images.length === 0) return 0
  const clip = (v: number, max: number) => Math.min(max, Math.max(0, v))
  const area = (b: Box) => (clip(b.x1, page.width) - clip(b.x0, page.width)) * (clip(b.y1, page.height) - clip(b.y0, page.height))
  const sum = drawing.images.slice(0, 500).reduce((s, b) => s + area(b), 0)
  return Math.min(1, sum / (page.width * page.height))
}

const isTiny = (w: Word) => w.size < tinyPt
// Letters squeezed to strokes.
const isNarrow = (w: Word) => !w.turned && width(w) < 0.08 * w.size * w.text.length

function isOffPage(w: Word, page: PageText): boolean {
  return !holdsCentre({ x0: 0, y0: 0, x1: page.width, y1: page.height }, w, 2)
}

function camouflageOf({ words }: PageText, drawing: Drawing | null): (word: Word, place: number) => boolean {
  const centres = words.map((w) => ({ x: centreX(w), y: centreY(w) }))
  const behind = topmostAt(centres, drawing?.fills ?? [])
  const pictures = topmostAt(centres, drawing?.images ?? [])
  const nearly = topmostAt(centres, drawing?.images ?? [], 1)
  return (w, place) => {
    if (w.font === '' && !w.turned) return false
    const fill = drawing?.fills[behind[place]!]
    if (fill) return sameColor(fill.color, w.color) && pictures[place]! < 0
    return isNearWhite(w.color) && !drawing?.shaded && nearly[place]! < 0
  }
}

const channels = (color: string) => [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16))
const sameColor = (a: string, b: string) => a.startsWith('#') && channels(a).every((v, i) => Math.abs(v - channels(b)[i]!) <= 6)
const isNearWhite = (color: string) => channels(color).every((v) => v >= 0xf6)
