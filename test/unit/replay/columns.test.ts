// A history whose field changes its kind over time is written in every format.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seriesColumns } from '../../../cli/history/series.ts'
import { formatLines, writeLines } from '../../../cli/replay/columns.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'

let folder: string
beforeEach(() => {
  folder = createDataDir('columns')
})
afterEach(() => removeDataDir(folder))

const at = new Date('2026-11-30T05:00:00Z')
const line = (wait: string | number | null) => ({
  ...{ row: 7, key: 'gold', computed_at: at, observed_at: at, formula: 'a/1', inputs_hash: 'x' },
  wait,
})

async function throughParquet(lines: ReturnType<typeof line>[]): Promise<unknown[]> {
  const path = join(folder, 'history.parquet')
  await writeLines(path, seriesColumns(['wait'], lines), lines, 'parquet')
  const file = await readFile(path)
  const rows = await parquetReadObjects({ file: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) })
  return rows.map((row) => row.wait)
}

test('numbers alone are numbers, also where some are missing', async () => {
  expect(await throughParquet([line(1.5), line(null), line(-2)])).toEqual([1.5, null, -2])
})

test('numbers among words are words', async () => {
  const lines = [line(1.5), line('soon'), line(null)]
  expect(await throughParquet(lines)).toEqual(['1.5', 'soon', null])
  const csv = formatLines(seriesColumns(['wait'], lines), lines, 'csv')
  expect(csv.split('\r\n').map((row) => row.split(',').at(-1))).toEqual(['wait', '1.5', 'soon', '', ''])
})

test('cells that hold a separator, a quote or the end of a line are one cell', () => {
  const lines = [line('a,b'), line('say "so"'), line('two\nlines')]
  const csv = formatLines(seriesColumns(['wait'], lines), lines, 'csv')
  expect(csv).toContain('x,"a,b"\r\n')
  expect(csv).toContain('x,"say ""so"""\r\n')
  expect(csv).toContain('x,"two\nlines"\r\n')
})
