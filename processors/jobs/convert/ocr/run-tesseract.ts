// Runs tesseract, for one picture or for several at one start, inside the same bounds as every other program.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bounds } from '../poppler/poppler.ts'
import { findProgram } from '../process/find-program.ts'
import { runProgram } from '../process/run-program.ts'
import { tiffOf } from './tiff-picture.ts'

type Picture = { readonly path: string; readonly dpi: number }
/** `layout`: 3 for a page, 11 for labels that stand anywhere. */
type Reading = { readonly layout: '3' | '11'; readonly language: string | null; readonly ways?: readonly string[] }

const outputBytes = 8 * 1024 * 1024

export const ocrProgram = () => findProgram('tesseract')

/** Its table of words; null where it did not end well. */
export async function runTesseract(picture: Picture, reading: Reading, bounds: Bounds): Promise<string | null> {
  const { table, isWhole } = await handed([picture], bounds, ([path]) => output(path!, picture.dpi, tableOf(reading), bounds))
  return isWhole ? table : null
}

/** What it says of a picture's orientation and script; nothing where it did not end well. */
export async function orientation(picture: Picture, bounds: Bounds): Promise<string> {
  const { table, isWhole } = await handed([picture], bounds, ([path]) => output(path!, picture.dpi, ['--psm', '0'], bounds))
  return isWhole ? table : ''
}

/** A table for each picture. To start it and load its data takes as long as a small picture does. */
export async function runTogether(pictures: readonly Picture[], reading: Reading, bounds: Bounds): Promise<(string | null)[]> {
  const tables = new Map<Picture, string>()
  for (const [dpi, alike] of Map.groupBy(pictures, (picture) => Math.round(picture.dpi)))
    if (alike.length > 1) for (const [i, table] of await oneStart(alike, dpi, reading, bounds)) tables.set(alike[i]!, table)
  const read: (string | null)[] = []
  // One that ends it is not to spoil the others: what was not told wholly is read by itself.
  for (const picture of pictures)
    read.push(tables.get(picture) ?? (performance.now() < bounds.readBy ? await runTesseract(picture, reading, bounds) : null))
  return read
}

async function oneStart(
  pictures: readonly Picture[],
  dpi: number,
  reading: Reading,
  bounds: Bounds,
): Promise<ReadonlyMap<number, string>> {
  const list = join(bounds.scratch, `list-${crypto.randomUUID()}`)
  try {
    const { table, isWhole } = await handed(pictures, bounds, async (paths) => {
      await writeFile(list, paths.map((path) => `${path}\n`).join(''))
      return await output(list, dpi, tableOf(reading), bounds)
    })
    const tables = tablesOf(table)
    // Stopped, it may have left the last one unfinished.
    if (!isWhole) tables.delete(Math.max(...tables.keys()))
    return tables
  } finally {
    await rm(list, { force: true })
  }
}

/** By the place of their pictures in the list; each with the line that names the columns. */
export function tablesOf(told: string): Map<number, string> {
  const [head = '', ...rows] = told.split('\n')
  const pages = Map.groupBy(
    rows.filter((row) => row !== ''),
    (row) => Number(row.split('\t', 2)[1]) - 1,
  )
  return new Map([...pages].map(([place, own]) => [place, [head, ...own].join('\n')]))
}

const tableOf = ({ layout, language, ways = [] }: Reading): string[] => [
  ...['--psm', layout, ...ways],
  ...(language === null ? [] : ['-l', language]),
  'tsv',
]

// What is no picture is for the program to refuse. A name of its own: one that is a part of another's is taken for a list of zones (.uzn).
async function handed<T>(
  pictures: readonly Picture[],
  { scratch }: Bounds,
  use: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const made: string[] = []
  try {
    const paths: string[] = []
    for (const { path } of pictures) {
      const tiff = tiffOf(await readFile(path))
      const own = join(scratch, `read-${crypto.randomUUID()}.tif`)
      if (tiff !== null) {
        made.push(own)
        await writeFile(own, tiff, { mode: 0o600 })
      }
      paths.push(tiff === null ? path : own)
    }
    return await use(paths)
  } finally {
    await Promise.all(made.map((path) => rm(path, { force: true })))
  }
}

async function output(
  path: string,
  dpi: number,
  args: readonly string[],
  bounds: Bounds,
): Promise<{ table: string; isWhole: boolean }> {
  const tesseract = ocrProgram()
  if (tesseract === null) return { table: '', isWhole: false }
  const result = await runProgram(tesseract, [path, 'stdout', '--dpi', String(Math.round(dpi)), ...args], {
    timeoutMs: bounds.readBy - performance.now(),
    memoryBytes: bounds.limits.programMemoryBytes,
    outputBytes,
    cwd: bounds.scratch,
    inGroup: bounds.inGroup ?? false,
    ...(bounds.signal ? { signal: bounds.signal } : {}),
  })
  return { table: result.stdout.toString('utf8'), isWhole: result.end === 'exited' && result.exitCode === 0 }
}
