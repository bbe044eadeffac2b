// Reads pages again whose text runs up, down or backwards: shown turned so that it runs to the right, they are pages like others.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drawings } from '../drawing/page-drawing.ts'
import type { Turn } from '../drawing/text-turn.ts'
import { rangesOf } from '../page-range.ts'
import type { PageText, Word } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { readPages } from '../poppler/read-pages.ts'
import { inParallel } from '../process/in-parallel.ts'

// How many of a page's words no upright run of text covers, and how much of an invisible layer the second reading must have found.
const leastUnplaced = 0.1
const leastFound = 0.8

/** The file that shows what was turned, or null where nothing was; the pages read anew take the places of the old ones. */
export async function readTurned(
  pages: PageText[],
  drawings: Drawings,
  poppler: Poppler,
  { limits, scratch }: Bounds,
): Promise<string | null> {
  const turns = new Map<number, Exclude<Turn, 0>>()
  for (const page of pages.filter(isUnplaced)) {
    const by = drawings.mainTurn(page.number)
    if (by !== 0 && drawings.turn(page.number, by)) turns.set(page.number, by)
  }
  const bytes = turns.size === 0 ? null : drawings.fileWith([...turns.keys()])
  const file = join(scratch, 'turned.pdf')
  if (bytes !== null) await writeFile(file, bytes, { mode: 0o600 })
  const ranges = bytes === null ? [] : rangesOf([...turns.keys()], limits.pagesPerProgram)
  const runs = await inParallel(ranges, limits.parallelPrograms, async (range) => await readPages(poppler, file, range))
  const found = new Map(runs.flatMap((run) => run.pages).map((page) => [page.number, page]))
  for (const [i, page] of pages.entries()) {
    const by = turns.get(page.number)
    if (by === undefined) continue
    const again = found.get(page.number)
    if (again !== undefined && isBetter(again, page)) pages[i] = { ...again, turned: by }
    else drawings.turn(page.number, (360 - by) as Turn)
  }
  return pages.some((page) => page.turned !== undefined) ? file : null
}

const isUnplaced = ({ words }: PageText): boolean =>
  words.length > 0 && words.filter((w) => !isPlaced(w)).length > leastUnplaced * words.length

// Text nobody sees does not decide how a page that has other text is shown.
function isBetter(again: PageText, page: PageText): boolean {
  const [seen, before] = [lengthOf(again.words.filter(isPlaced)), lengthOf(page.words.filter(isPlaced))]
  return seen > before || (seen === 0 && before === 0 && lengthOf(again.words) >= leastFound * lengthOf(page.words))
}

const isPlaced = (word: Word) => !word.hidden && !word.turned
const lengthOf = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0)
