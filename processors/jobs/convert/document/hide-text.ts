// Marks words no reader of the page could see: invisible, covered, tiny, off the page, or in the colour of what lies behind them.
import type { Drawing } from '../drawing/drawing.ts'
import { type Box, holdsCentre } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import { concealmentOf } from './covered-text.ts'

const tinyPt = 1.6

export type Hiding = { words: number; isTextLayer: boolean }

/** A scanned page's text layer, invisible or behind the picture, is what a reader sees, so it stays. */
export function hideText(page: PageText, drawing: Drawing | null, fontsKnown: boolean): Hiding {
  const invisible = page.words.filter((w) => w.hidden)
  if (!fontsKnown) for (const w of invisible) w.hidden = false
  const concealment = concealmentOf(drawing)
  const concealed = new Map(page.words.map((w) => [w, concealment(w)]))
  const unseen = page.words.filter((w) => w.hidden || concealed.get(w) === 'picture')
  const textLayer = isTextLayer(page, unseen, drawing)
  for (const w of unseen) w.hidden = !textLayer
  for (const [w, by] of concealed) if (by === 'fill' || by === 'transparent') w.hidden = true
  for (const w of page.words) if (isTiny(w) || isOffPage(w, page) || isCamouflaged(w, page, drawing)) w.hidden = true
  return { words: page.words.filter((w) => w.hidden).length, isTextLayer: textLayer }
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

function isOffPage(w: Word, page: PageText): boolean {
  return !holdsCentre({ x0: 0, y0: 0, x1: page.width, y1: page.height }, w, 2)
}

function isCamouflaged(w: Word, page: PageText, drawing: Drawing | null): boolean {
  if (w.font === '') return false
  const behind = drawing?.fills.findLast((f) => holdsCentre(f, w))
  if (behind) return sameColor(behind.color, w.color) && !drawing!.images.some((i) => holdsCentre(i, w))
  if (!isNearWhite(w.color)) return false
  return !drawing?.shaded && !drawing?.images.some((i) => holdsCentre(i, w, 1)) && page.width > 0
}

const channels = (color: string) => [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16))
const sameColor = (a: string, b: string) => a.startsWith('#') && channels(a).every((v, i) => Math.abs(v - channels(b)[i]!) <= 6)
const isNearWhite = (color: string) => channels(color).every((v) => v >= 0xf6)
