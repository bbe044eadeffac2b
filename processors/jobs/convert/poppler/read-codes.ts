// Signs whose codes are those of controls: poppler gives the codes with the words, and of the runs only where they are and their fonts.
import { createRowIndex } from '../layout/row-index.ts'
import type { Word } from '../page-text.ts'
import { cleanText, hasCodes } from './entities.ts'
import type { Run } from './runs.ts'
import type { SignFonts } from './sign-alphabets.ts'

// A page has no more, unless it is made to be slow.
const mostCodes = 5_000
const mostCompared = 400
const slackPt = 3

/** `scale`: how many points one unit of the runs is. */
export function readCodes(words: readonly Word[], runs: readonly Run[], scale: number, signsIn: SignFonts): void {
  const coded = words.filter((w) => hasCodes(w.text))
  if (coded.length === 0) return
  const own = runs.filter((run) => signsIn(run.font) !== null).map((run) => ({ ...run, ...scaled(run, scale) }))
  const rows = createRowIndex(own)
  let left = mostCodes
  for (const word of coded) {
    const letters = [...word.text]
    const middle = (word.y0 + word.y1) / 2
    const near = [...rows.near(middle, middle)].slice(0, mostCompared)
    for (const [at, letter] of letters.entries()) {
      if (!hasCodes(letter)) continue
      if (left-- <= 0) return
      const x = word.x0 + ((word.x1 - word.x0) * (at + 0.5)) / letters.length
      const away = (run: Run) => Math.max(0, run.x0 - x, x - run.x1)
      const run = near
        .filter((one) => signsIn(one.font)?.[letter] !== undefined && away(one) < slackPt && middle > one.y0 && middle < one.y1)
        .reduce<Run | null>((best, one) => (best === null || away(one) < away(best) ? one : best), null)
      if (run !== null) letters[at] = signsIn(run.font)![letter]!
    }
    word.text = letters.join('')
  }
}

const scaled = ({ x0, y0, x1, y1 }: Run, scale: number) => ({ x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale })

// Codes that no font made a sign of say nothing.
export function withoutCodes(words: readonly Word[]): Word[] {
  return words.flatMap((word) => {
    if (!hasCodes(word.text)) return [word]
    const text = cleanText(word.text)
    return text.trim() === '' ? [] : [{ ...word, text }]
  })
}
