// Polls all yield pools; yields are in percent, sigma too, and anything but the first members may be null.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type Pool, pools } from './topic.ts'

type Row = Readonly<Record<string, unknown>>

const leastTvlUsd = 1e6
const mostPools = 1_000

export default defineIngestor<ValueOf<typeof pools>, unknown>({
  source: 'defillama-pools',
  topic: pools,
  schedule: '20,50 * * * *',
  grade: 'B',
  fetch: ({ http, signal }) => http.json('https://yields.llama.fi/pools', { signal }),
  parse(raw, at) {
    const { status, data } = raw as { status?: string; data?: Row[] }
    if (status !== 'success' || !Array.isArray(data)) throw new TollgateError('upstream_changed', `pools: status ${status}`)
    const kept = data
      .filter((row) => Number(row.tvlUsd) >= leastTvlUsd && typeof row.apy === 'number' && Number.isFinite(row.apy))
      .sort((a, b) => Number(b.tvlUsd) - Number(a.tvlUsd))
    return [{ at: at.toISOString(), pools: kept.slice(0, mostPools).map(readPool) }]
  },
})

function readPool(row: Row): Pool {
  const number = (member: string) =>
    typeof row[member] === 'number' && Number.isFinite(row[member]) ? (row[member] as number) : null
  return {
    pool: String(row.pool),
    project: String(row.project),
    chain: String(row.chain),
    symbol: String(row.symbol),
    tvl_usd: Number(row.tvlUsd),
    apy: Number(row.apy),
    apy_base: number('apyBase'),
    apy_reward: number('apyReward'),
    apy_mean_30d: number('apyMean30d'),
    sigma: number('sigma'),
    count: number('count'),
    stable: row.stablecoin === true,
    il_risk: row.ilRisk === 'yes',
    single: row.exposure === 'single',
    outlier: row.outlier === true,
  }
}
