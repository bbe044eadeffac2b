// Runs tesseract on a picture, inside the same bounds as every other program.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bounds } from '../poppler/poppler.ts'
import { findProgram } from '../process/find-program.ts'
import { runProgram } from '../process/run-program.ts'
import { tiffOf } from './tiff-picture.ts'
import { mostToldBytes, readByWaiting } from './waiting-reader.ts'

/** `pgm`: grey and binary. */
type Picture = { readonly pgm: Buffer; readonly dpi: number }
/** `layout`: 3 for a page, 11 for labels that stand anywhere; `isDark`: no print is lighter than its field. */
export type Reading = {
  readonly layout: '3' | '11'
  readonly language: string | null
  readonly isDark?: boolean
  readonly ways?: readonly string[]
}

// A line that is read unsurely is read again in the negative, unless it is told not to: that takes as long once more.
const noNegatives = ['-c', 'invert_threshold=0']
// Labels are told as words where they stand: what it takes for a table changes none, and is looked for in each picture.
const noTables = ['-c', 'textord_tabfind_find_tables=0']

// What tesseract believes of a file; beyond it has to be told.
const believed = { least: 70, most: 2_400 }
// It is read in a millisecond, and has no words.
const mark = tiffOf(Buffer.concat([Buffer.from('P5 12 12 255\n'), Buffer.alloc(12 * 12, 255)]), believed.least)!

export const ocrProgram = () => findProgram('tesseract')

/** Its table of words; null where it did not end well. */
export async function runTesseract({ pgm, dpi }: Picture, reading: Reading, bounds: Bounds): Promise<string | null> {
  const resolution = Math.round(dpi)
  const tiff = tiffOf(pgm, resolution)
  if (tiff === null) return null
  const { layout, language, isDark = false, ways = [] } = reading
  const told = [...(layout === '11' ? noTables : []), ...(isDark ? noNegatives : [])]
  const args = ['--psm', layout, ...told, ...ways, ...(language === null ? [] : ['-l', language]), 'tsv']
  return await written({ tiff, mark }, bounds, async (own) => {
    const isUsual = ways.length === 0 && resolution >= believed.least && resolution <= believed.most
    const table = isUsual ? await readByWaiting([own.tiff, own.mark], args, bounds) : undefined
    return table === undefined ? await output(own.tiff, resolution, args, bounds) : table
  })
}

/** What it says of a picture's orientation and script; nothing where it did not end well. */
export async function orientation({ pgm, dpi }: Picture, bounds: Bounds): Promise<string> {
  const tiff = tiffOf(pgm, Math.round(dpi))
  if (tiff === null) return ''
  return await written({ tiff }, bounds, async (own) => (await output(own.tiff, Math.round(dpi), ['--psm', '0'], bounds)) ?? '')
}

// Names of their own: one that is a part of another's is taken for a list of zones (.uzn).
async function written<Name extends string, T>(
  pictures: Readonly<Record<Name, Buffer>>,
  { scratch }: Bounds,
  use: (paths: Readonly<Record<Name, string>>) => Promise<T>,
): Promise<T> {
  const names = Object.keys(pictures) as Name[]
  const paths = Object.fromEntries(names.map((name) => [name, join(scratch, `read-${crypto.randomUUID()}.tif`)])) as Record<
    Name,
    string
  >
  try {
    await Promise.all(names.map((name) => writeFile(paths[name], pictures[name], { mode: 0o600 })))
    return await use(paths)
  } finally {
    await Promise.all(names.map((name) => rm(paths[name], { force: true })))
  }
}

async function output(path: string, dpi: number, args: readonly string[], bounds: Bounds): Promise<string | null> {
  const tesseract = ocrProgram()
  if (tesseract === null) return null
  const result = await runProgram(tesseract, [path, 'stdout', '--dpi', String(dpi), ...args], {
    timeoutMs: bounds.readBy - performance.now(),
    memoryBytes: bounds.limits.programMemoryBytes,
    outputBytes: mostToldBytes,
    cwd: bounds.scratch,
    inGroup: bounds.inGroup ?? false,
    ...(bounds.signal ? { signal: bounds.signal } : {}),
  })
  return result.end === 'exited' && result.exitCode === 0 ? result.stdout.toString('utf8') : null
}
