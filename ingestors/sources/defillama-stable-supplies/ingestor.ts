// Polls the daily supply of the largest stablecoins, one question a coin: 40 days at first, then the days that still move.
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside, readOrSetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { stableSupplies } from './topic.ts'

interface Answer {
  readonly id: string
  readonly peg: string
  readonly days: unknown
}

interface Raw {
  readonly oldest: number
  readonly answers: readonly Answer[]
}

const base = 'https://stablecoins.llama.fi'
const mostCoins = 40
const firstDays = 40
const movingDays = 3
const dayMs = 86_400_000

export default defineIngestor<ValueOf<typeof stableSupplies>, Raw>({
  source: 'defillama-stable-supplies',
  topic: stableSupplies,
  schedule: '35 */6 * * *',
  grade: 'B',
  proof: 'documented',
  apart: 2,
  async fetch({ http, at, since, signal, setAside }) {
    const list = readRow(await http.json(`${base}/stablecoins?includePrices=true`, { signal }), 'the answer')
    const largest = readRows(list.peggedAssets, 'peggedAssets')
      .flatMap(
        (row) =>
          readOrSetAside(
            () => JSON.stringify(row),
            () => readCoin(row),
            setAside,
          ) ?? [],
      )
      .sort((a, b) => b.supply - a.supply || (a.id < b.id ? -1 : 1))
      .slice(0, mostCoins)
    const answers: Answer[] = []
    for (const { id, peg } of largest) {
      const url = `${base}/stablecoincharts/all?stablecoin=${encodeURIComponent(id)}`
      const days = await fetchedOrAside(`coin ${id}`, http.json(url, { signal }), setAside)
      if (days !== undefined) answers.push({ id, peg, days })
    }
    return { oldest: at.getTime() - (since === null ? firstDays : movingDays) * dayMs, answers }
  },
  parse: ({ oldest, answers }, at) =>
    answers.flatMap(({ id, peg, days }) =>
      readRows(days, `the supply of ${id}`, { mayBeEmpty: true })
        .map((row) => ({
          ms: readNumber(row.date, 'date') * 1_000,
          supply: readNumberOrNull(readRow(row.totalCirculating ?? {}, 'totalCirculating')[peg], peg),
        }))
        .filter((day): day is { ms: number; supply: number } => day.ms >= oldest && day.supply !== null && day.supply >= 0)
        .map(({ ms, supply }) => ({ id, date: new Date(ms).toISOString().slice(0, 10), supply, vintage: at.toISOString() })),
    ),
})

function readCoin(row: Row): { id: string; peg: string; supply: number } {
  const peg = readText(row.pegType, 'pegType')
  const supply = readNumberOrNull(readRow(row.circulating ?? {}, 'circulating')[peg], peg) ?? 0
  return { id: readText(row.id, 'id'), peg, supply }
}
