// Puts sub- and superscripts onto the row of the word they touch and remembers which they are.
import type { Word } from '../page-text.ts'

const bandPt = 16

// More words than that end at one place only where a page is made to be slow.
const mostCompared = 300

/** Of the size of the text around it. */
const smallest = 0.82

/** Letters of what may be a word. */
const fewestOfWord = 3

/** From left to right by where they end, and the largest size among them. */
type Band = { words: { word: Word; place: number }[]; largest: number }

export function alignScripts(words: readonly Word[]): void {
  const bands = bandsOf(words)
  for (const w of [...words].sort((a, b) => a.x0 - b.x0)) {
    const band = bands.get(Math.floor((w.y0 + w.y1) / 2 / bandPt))
    const host = firstHost(w, band) ?? nameCalled(w, band)
    if (!host) continue
    const shift = (host.y0 + host.y1 - w.y0 - w.y1) / 2
    if (Math.abs(shift) > 0.08 * host.size && !isSmallerType(host, w, shift)) w.script = shift > 0 ? 'superscript' : 'subscript'
    w.y0 = host.y0
    w.y1 = host.y1
  }
}

// A word of code is often set smaller than the text around it: it stands lower in its line by its height alone, on the same foot.
const isSmallerType = (host: Word, w: Word, shift: number): boolean =>
  shift < 0 && w.text.length >= fewestOfWord && ((w.mono && !host.mono) || w.y1 - host.y1 < 0.03 * host.size)

function bandsOf(words: readonly Word[]): ReadonlyMap<number, Band> {
  const bands = new Map<number, Band>()
  for (const [place, word] of words.entries()) {
    for (let b = Math.floor(word.y0 / bandPt); b <= Math.floor(word.y1 / bandPt) && b - word.y0 / bandPt < 60; b++) {
      const band = bands.get(b) ?? { words: [], largest: 0 }
      bands.set(b, band)
      band.words.push({ word, place })
      band.largest = Math.max(band.largest, word.size)
    }
  }
  for (const band of bands.values()) band.words.sort((a, b) => a.word.x1 - b.word.x1)
  return bands
}

// A host ends about where its script begins.
function firstHost(w: Word, band: Band | undefined): Word | null {
  if (band === undefined || w.text.length > 8) return null
  const { words, largest } = band
  const low = firstEndingAfter(words, w.x0 - 0.3 * largest - 0.01)
  let first: { word: Word; place: number } | null = null
  for (let i = low; i < words.length && i - low < mostCompared && words[i]!.word.x1 < w.x0 + 0.35 * largest + 0.01; i++) {
    const one = words[i]!
    if ((first === null || one.place < first.place) && isHost(one.word, w)) first = one
  }
  return first?.word ?? null
}

/** A mark before a name, which a note or an address is called by: raised, and close to the word that it begins. */
function nameCalled(w: Word, band: Band | undefined): Word | null {
  if (band === undefined || w.text.length > 2) return null
  const { words } = band
  // A letter in the middle of a line is one of a formula.
  if (/\p{L}/u.test(w.text) && hasWordBefore(w, words)) return null
  for (let i = firstEndingAfter(words, w.x1), seen = 0; i < words.length && seen < mostCompared; i++, seen++) {
    const v = words[i]!.word
    const isNext = v !== w && v.x0 > w.x1 - 0.1 * v.size && v.x0 < w.x1 + 0.15 * v.size
    if (isNext && w.size <= smallest * v.size && w.y1 < v.y1 - 0.2 * v.size && w.y1 > v.y0 && /^\p{L}{2}/u.test(v.text)) return v
  }
  return null
}

function hasWordBefore(w: Word, words: Band['words']): boolean {
  for (let i = firstEndingAfter(words, w.x0) - 1, seen = 0; i >= 0 && seen < mostCompared; i--, seen++) {
    const v = words[i]!.word
    if (v.x1 < w.x0 - 4 * w.size) return false
    if (v.y0 < w.y1 && v.y1 > w.y1) return true
  }
  return false
}

function firstEndingAfter(words: Band['words'], x: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.word.x1 <= x) low = middle + 1
    else high = middle
  }
  return low
}

function isHost(v: Word, w: Word): boolean {
  if (v === w || w.text.length > 8 || (w.size > smallest * v.size && !goesOn(v, w))) return false
  const gap = w.x0 - v.x1
  const shared = Math.min(v.y1, w.y1) - Math.max(v.y0, w.y0)
  return gap > -0.35 * v.size && gap < 0.3 * v.size && shared > 0.15 * (w.y1 - w.y0)
}

/** Behind a script that touches it: more of the same. */
const goesOn = (v: Word, w: Word) =>
  Math.abs(v.size - w.size) < 0.05 * v.size &&
  Math.abs(w.x0 - v.x1) < 0.1 * v.size &&
  (v.script === 'superscript' ? w.y1 < v.y1 - 0.2 * v.size : v.script === 'subscript' && w.y1 > v.y1 + 0.1 * v.size)
