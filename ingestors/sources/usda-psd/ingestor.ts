// Polls five archives of every country's balance, each a large file: its rows are read as they are unpacked. One archive was read as recorded, that of coffee.
import { join } from 'node:path'
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readOrSetAside } from '../../aside.ts'
import { withScratch } from '../../client/scratch.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { withZip } from '../../formats/zip.ts'
import { type Fetched, fetchTables } from '../../shapes/tables.ts'
import { monthOf } from '../../shapes/yearly-figures.ts'
import { isBalanced, type Line, readLines, sumUp, toBalances } from './balances.ts'
import { balanced } from './commodities.ts'
import { cropBalances } from './topic.ts'

const base = 'https://apps.fas.usda.gov/psdonline/downloads'
const mostBytes = 512 * 1024 * 1024
// Twenty years are compared, and the newest has just begun.
const yearsRead = 22
const china = 'CH'

export default defineIngestor<ValueOf<typeof cropBalances>, readonly Fetched<string, readonly Line[]>[]>({
  source: 'usda-psd',
  topic: cropBalances,
  // The day after the monthly estimates, about the 12th.
  schedule: '0 6 9-15 * *',
  grade: 'A',
  proof: 'captured 2023-03',
  fetch: (context) =>
    withScratch((folder) => {
      const archives = [...new Set(Object.values(balanced).map(({ archive }) => archive))]
      const tables = archives.map((id) => ({ id, url: `${base}/${id}` }))
      const firstYear = context.at.getUTCFullYear() - yearsRead
      return fetchTables(tables, context, async (url, { http, signal }) => {
        const path = join(folder, url.slice(url.lastIndexOf('/') + 1))
        await http.download(url, path, { signal, timeoutMs: 120_000 })
        return withZip(path, mostBytes, async (zip) => {
          const name = zip.names.find((one) => one.endsWith('.csv'))
          if (name === undefined) throw new TollgateError('upstream_changed', `${url} has no table`)
          return readLines(await zip.text(name), firstYear)
        })
      })
    }),
  parse: (archives, at, setAside) =>
    Object.entries(balanced).flatMap(([commodity, { code, archive, unit, kt }]) => {
      // An archive that was refused has said so.
      const fetched = archives.find(({ id }) => id === archive)
      if (fetched === undefined) return []
      const lines = fetched.body.filter((line) => line.code === code)
      const strange = lines.find((line) => line.unit !== unit)
      const read = (): Unstamped<ValueOf<typeof cropBalances>>[] => {
        if (strange !== undefined)
          throw new TollgateError('upstream_changed', `${commodity} is counted in ${strange.unit.slice(0, 40)}`)
        if (lines.length === 0) throw new TollgateError('upstream_changed', `there is nothing of ${commodity}`)
        return [...Map.groupBy(toBalances(lines), ({ marketYear }) => marketYear)].flatMap(([market_year, all]) => {
          const own = all.filter((one) => {
            const isSound = isBalanced(one)
            if (!isSound)
              setAside?.(
                `${commodity} of ${one.country} in ${market_year}`,
                new TollgateError('upstream_changed', 'does not balance'),
              )
            return isSound
          })
          if (own.length === 0) return []
          const estimated_in = own.reduce((newest, { vintage }) => (vintage > newest ? vintage : newest), own[0]!.vintage)
          const others = own.filter(({ country }) => country !== china)
          const told = { commodity, market_year, estimated_in, countries: own.length, month: monthOf(at) }
          return [{ ...told, world: sumUp(own, kt), without_china: sumUp(others, kt) }]
        })
      }
      return readOrSetAside(() => commodity, read, setAside) ?? []
    }),
})
