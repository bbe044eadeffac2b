// Gives poppler's words the fonts of the runs they lie in; a word no visible run covers was drawn invisibly.
import { partitionPoint } from '../../../../base/partition-point.ts'
import { extensionSignOf, hasNamedSign, isExtension, pieceHang } from '../math/extension-signs.ts'
import { mathFont } from '../math/symbols.ts'
import { isOutward, type PageText, type Word } from '../page-text.ts'
import { believeSizes } from './believable-sizes.ts'
import { hasCodes } from './entities.ts'
import { readCodes } from './read-codes.ts'
import { readSigns } from './read-signs.ts'
import type { PageRuns, Run } from './runs.ts'
import { signsOf } from './sign-alphabets.ts'

const bandPt = 8
const mostBands = 200
// So many runs lie over one word only where a page is made to be slow.
const mostRunsCompared = 400
const mostTurnedCharacters = 50_000
/** Of a font's size: no letters are lower. */
const lowest = 0.85
const usualAscent = 0.95
/** The share of a box too tall that is taken from above. */
export const trimmedAbove = 0.55

const bracket = /^[[\](){}]$/

/** What a document's runs tell of its fonts: those of signs, and those of large signs that name them, whose brackets are what they seem. */
export const fontsOf = (runs: readonly Run[]) => ({
  signsIn: signsOf(runs),
  named: new Set(runs.filter(hasNamedSign).map(({ font }) => font)) as ReadonlySet<string>,
})

type PlacedRun = Run & { firstBand: number; place: number }
/** From left to right, with how far the runs up to each reach. */
type Band = { runs: PlacedRun[]; reaches: number[] }

/** `known`: of the fonts of all the pages that are read with it, which say more than one. */
export function attachFonts(page: PageText, drawn: PageRuns | undefined, known = fontsOf(drawn?.runs ?? [])): void {
  if (!drawn) return
  const scale = page.width / drawn.pixelWidth || 1
  const bands = bandsOf(drawn, scale)
  // Turned text has no width in pdftohtml's boxes; only its words can be compared.
  const turned = turnedText(drawn.runs.filter((r) => r.x1 - r.x0 < 0.5))
  const fonted: Word[] = []
  for (const word of page.words) {
    const run = bestRun(word, bands)
    if (run) {
      copyFont(word, run)
      fonted.push(word)
      continue
    }
    const color = turned(word.text)
    if (color === null) word.hidden = true
    else Object.assign(word, { turned: true, color })
  }
  believeSizes(fonted)
  for (const word of fonted) if (known.named.has(word.font) && bracket.test(word.text)) word.font = ''
  for (const word of fonted) {
    trimHeight(word)
    raiseTop(word)
  }
  readCodes(page.words, drawn.runs, scale, known.signsIn)
  page.words = readSigns(page.words, drawn.runs, scale, known.signsIn)
}

function bandsOf(drawn: PageRuns, scale: number): ReadonlyMap<number, Band> {
  const bands = new Map<number, Band>()
  for (const [place, r] of drawn.runs.entries()) {
    const box = { x0: r.x0 * scale, y0: r.y0 * scale, x1: r.x1 * scale, y1: r.y1 * scale, size: r.size * scale }
    const firstBand = Math.floor(box.y0 / bandPt)
    const run = { ...r, ...box, firstBand, place }
    for (let b = firstBand; b <= Math.floor(box.y1 / bandPt) && b - box.y0 / bandPt < mostBands; b++) {
      const band = bands.get(b)
      if (band) band.runs.push(run)
      else bands.set(b, { runs: [run], reaches: [] })
    }
  }
  for (const band of bands.values()) {
    band.runs.sort((a, b) => a.x0 - b.x0)
    let reach = Number.NEGATIVE_INFINITY
    band.reaches = band.runs.map((run) => {
      reach = Math.max(reach, run.x1)
      return reach
    })
  }
  return bands
}

// Each word is sought once, in no more text than a page's margins and charts hold. Of several that say it the palest counts.
function turnedText(runs: readonly Run[]): (word: string) => string | null {
  const texts = new Map<string, string[]>()
  let left = mostTurnedCharacters
  for (const { color, text } of runs) {
    const own = texts.get(color) ?? []
    own.push(text.slice(0, Math.max(0, left)))
    texts.set(color, own)
    left -= text.length + 1
  }
  const byColor = [...texts]
    .map(([color, own]) => ({ color, text: own.join('\0') }))
    .sort((a, b) => paleness(b.color) - paleness(a.color))
  const known = new Map<string, string | null>()
  return (word) => {
    const found = known.get(word) ?? byColor.find(({ text }) => text.includes(word))?.color ?? null
    known.set(word, found)
    return found
  }
}

const paleness = (color: string) => Math.min(...[1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16) || 0))

// The two programs measure ascent differently, so a run need only touch the word's height.
function bestRun(word: Word, bands: ReadonlyMap<number, Band>): Run | null {
  const cx = (word.x0 + word.x1) / 2
  const cy = (word.y0 + word.y1) / 2
  const top = Math.floor(word.y0 / bandPt)
  let best: PlacedRun | null = null
  let bestScore = 0
  let compared = 0
  for (let b = top; b <= Math.floor(word.y1 / bandPt) && b - top < mostBands; b++) {
    const band = bands.get(b)
    if (band === undefined) continue
    for (let i = lastBefore(band.runs, cx + 1.5); i >= 0 && band.reaches[i]! >= cx - 1.5; i--) {
      const run = band.runs[i]!
      if (++compared > mostRunsCompared) return best
      if (cx < run.x0 - 1.5 || cx > run.x1 + 1.5 || (run.text === '' && !hasCodes(word.text))) continue
      const shared = Math.min(run.y1, word.y1) - Math.max(run.y0, word.y0)
      if (shared < 0.35 * Math.min(run.y1 - run.y0, word.y1 - word.y0)) continue
      const same = run.text.includes(word.text) ? 2 : 0
      const fit = 1 / (1 + Math.abs((run.y0 + run.y1) / 2 - cy) + Math.abs(run.y1 - run.y0 - (word.y1 - word.y0)))
      const isBefore = best !== null && same + fit === bestScore && isDrawnBefore(run, best, top)
      if (same + fit > bestScore || isBefore) {
        bestScore = same + fit
        best = run
      }
    }
  }
  return best
}

// Of two that fit alike the one in the higher band is taken, then the one drawn first.
function isDrawnBefore(a: PlacedRun, b: PlacedRun, top: number): boolean {
  const [bandA, bandB] = [Math.max(a.firstBand, top), Math.max(b.firstBand, top)]
  return bandA < bandB || (bandA === bandB && a.place < b.place)
}

const lastBefore = (runs: readonly Run[], x: number): number => partitionPoint(runs.length, (i) => runs[i]!.x0 <= x) - 1

// Some fonts claim ascents far above their letters; lines would seem to overlap. Upright words only.
function trimHeight(word: Word): void {
  const [w, h] = [word.x1 - word.x0, word.y1 - word.y0]
  const excess = h - 1.15 * word.size
  const turned = word.text.length > 2 && w < 0.5 * h
  if (excess <= 0 || h > 5 * word.size || turned) return
  word.y0 += trimmedAbove * excess
  word.y1 -= (1 - trimmedAbove) * excess
  word.trimmed = excess
}

// Others claim hardly any ascent, as some of mathematics do: their foot is believed.
function raiseTop(word: Word): void {
  if (isExtension(word)) hangFromLine(word)
  else if (word.y1 - word.y0 < lowest * word.size && mathFont.test(word.font)) word.y0 = word.y1 - word.size
}

// Large signs hang from the line they are written on. Where their font tells no ascent poppler takes that of letters.
function hangFromLine(word: Word): void {
  const hangs = extensionSignOf(word)?.hangs ?? pieceHang(word)
  if (hangs === undefined) return
  if (word.y1 - word.y0 > lowest * word.size) word.y0 += Math.min(usualAscent * word.size, word.y1 - word.y0)
  word.y1 = word.y0 + hangs * word.size
}

function copyFont(word: Word, run: Run): void {
  word.size = run.size
  word.bold = run.boldParts === undefined ? run.bold : isBoldIn(run, word, run.boldParts)
  word.italic = run.italic
  word.mono = /mono|courier|consol|typewriter|menlo|cmtt|inconsolata/i.test(run.font)
  word.font = run.font
  word.color = run.color
  // One that leads from a note's call to the note, or from a symbol to where it is defined, is none to a reader of Markdown.
  const link = run.hrefs.find((l) => l.text.includes(word.text) && isOutward(l.href))
  if (link) word.href = link.href
}

// The same word may stand in a run twice: the place nearest to where it is seen counts.
function isBoldIn(run: Run, word: Word, parts: NonNullable<Run['boldParts']>): boolean {
  const expected = ((word.x0 - run.x0) / Math.max(1, run.x1 - run.x0)) * run.text.length
  const after = run.text.indexOf(word.text, Math.max(0, Math.floor(expected)))
  const before = run.text.lastIndexOf(word.text, Math.max(0, Math.floor(expected)))
  const places = [before, after].filter((at) => at >= 0).sort((a, b) => Math.abs(a - expected) - Math.abs(b - expected))
  const middle = (places[0] ?? expected) + word.text.length / 2
  return parts.some(([from, to]) => middle >= from && middle <= to)
}
