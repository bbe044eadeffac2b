// Puts sub- and superscripts onto the row of the word they touch and remembers which they are.
import type { Word } from '../page-text.ts'

const bandPt = 16

export function alignScripts(words: readonly Word[]): void {
  const bands = new Map<number, Word[]>()
  for (const w of words) {
    for (let b = Math.floor(w.y0 / bandPt); b <= Math.floor(w.y1 / bandPt) && b - w.y0 / bandPt < 60; b++) {
      const band = bands.get(b)
      if (band) band.push(w)
      else bands.set(b, [w])
    }
  }
  for (const w of [...words].sort((a, b) => a.x0 - b.x0)) {
    const near = bands.get(Math.floor((w.y0 + w.y1) / 2 / bandPt)) ?? []
    const host = near.find((v) => isHost(v, w))
    if (!host) continue
    const shift = (host.y0 + host.y1 - w.y0 - w.y1) / 2
    if (Math.abs(shift) > 0.08 * host.size) w.script = shift > 0 ? 'superscript' : 'subscript'
    w.y0 = host.y0
    w.y1 = host.y1
  }
}

function isHost(v: Word, w: Word): boolean {
  if (v === w || w.size > 0.82 * v.size || w.text.length > 8) return false
  const gap = w.x0 - v.x1
  const shared = Math.min(v.y1, w.y1) - Math.max(v.y0, w.y0)
  return gap > -0.35 * v.size && gap < 0.3 * v.size && shared > 0.15 * (w.y1 - w.y0)
}
