// Estimates a line's type size from the boxes of its words: which letters rise or hang says what part of the size a box shows.
import { median } from '../geometry.ts'

const rises = /[\p{Lu}\p{N}bdfhklt"'!?()[\]{}|/&]/u
const hangs = /[gjpqy,;()[\]{}|]/

// Shares of the size that box heights cover in common text faces.
const shares = { both: 0.94, risen: 0.72, hung: 0.7, plain: 0.5 }

export function lineSize(words: readonly { text: string; height: number }[]): number {
  const estimates = words.filter((w) => /[\p{L}\p{N}]{2}/u.test(w.text)).map((w) => w.height / shares[shapeOf(w.text)])
  const size = estimates.length > 0 ? median(estimates) : Math.max(...words.map((w) => w.height), 4)
  return Math.round(size * 2) / 2
}

function shapeOf(text: string): keyof typeof shares {
  const [up, down] = [rises.test(text), hangs.test(text)]
  if (up && down) return 'both'
  if (up) return 'risen'
  return down ? 'hung' : 'plain'
}
