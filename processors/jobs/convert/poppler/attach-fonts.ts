// Gives poppler's words the fonts of the runs they lie in; a word no visible run covers was drawn invisibly.
import type { PageText, Word } from '../page-text.ts'
import type { PageRuns, Run } from './runs.ts'

const bandPt = 8

export function attachFonts(page: PageText, drawn: PageRuns | undefined): void {
  if (!drawn) return
  const scale = page.width / drawn.pixelWidth || 1
  const bands = new Map<number, Run[]>()
  for (const r of drawn.runs) {
    const run = { ...r, x0: r.x0 * scale, y0: r.y0 * scale, x1: r.x1 * scale, y1: r.y1 * scale, size: r.size * scale }
    for (let b = Math.floor(run.y0 / bandPt); b <= Math.floor(run.y1 / bandPt) && b - run.y0 / bandPt < 200; b++) {
      const list = bands.get(b)
      if (list) list.push(run)
      else bands.set(b, [run])
    }
  }
  // Turned text has no width in pdftohtml's boxes; only its words can be compared.
  const turned = drawn.runs.filter((r) => r.x1 - r.x0 < 0.5)
  for (const word of page.words) {
    const run = bestRun(word, bands)
    if (run) {
      copyFont(word, run)
      trimHeight(word)
    } else if (turned.some((r) => r.text.includes(word.text))) word.turned = true
    else word.hidden = true
  }
}

// The two programs measure ascent differently, so a run need only touch the word's height.
function bestRun(word: Word, bands: ReadonlyMap<number, readonly Run[]>): Run | null {
  const cx = (word.x0 + word.x1) / 2
  const cy = (word.y0 + word.y1) / 2
  let best: Run | null = null
  let bestScore = 0
  for (let b = Math.floor(word.y0 / bandPt); b <= Math.floor(word.y1 / bandPt); b++) {
    for (const run of bands.get(b) ?? []) {
      if (cx < run.x0 - 1.5 || cx > run.x1 + 1.5) continue
      const shared = Math.min(run.y1, word.y1) - Math.max(run.y0, word.y0)
      if (shared < 0.35 * Math.min(run.y1 - run.y0, word.y1 - word.y0)) continue
      const same = run.text.includes(word.text) ? 2 : 0
      const fit = 1 / (1 + Math.abs((run.y0 + run.y1) / 2 - cy) + Math.abs(run.y1 - run.y0 - (word.y1 - word.y0)))
      if (same + fit > bestScore) {
        bestScore = same + fit
        best = run
      }
    }
  }
  return best
}

// Some fonts claim ascents far above their letters; lines would seem to overlap. Upright words only.
function trimHeight(word: Word): void {
  const [w, h] = [word.x1 - word.x0, word.y1 - word.y0]
  const excess = h - 1.15 * word.size
  const turned = word.text.length > 2 && w < 0.5 * h
  if (excess <= 0 || h > 5 * word.size || turned) return
  word.y0 += 0.55 * excess
  word.y1 -= 0.45 * excess
}

function copyFont(word: Word, run: Run): void {
  word.size = run.size
  word.bold = run.bold
  word.italic = run.italic
  word.mono = /mono|courier|consol|typewriter|menlo|cmtt|inconsolata/i.test(run.font)
  word.font = run.font
  word.color = run.color
  const link = run.hrefs.find((l) => l.text.includes(word.text))
  if (link) word.href = link.href
}
