// Polls all yield pools; yields are in percent, sigma too, and anything but the first members may be null.
import { TollgateError } from '../../../base/errors.ts'
import { type Row, readFlag, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { snapshotSource } from '../../shapes/tables.ts'
import { type Pool, pools } from './topic.ts'

const leastTvlUsd = 1e6
const mostPools = 1_000

export default snapshotSource({
  source: 'defillama-pools',
  topic: pools,
  schedule: '20,50 * * * *',
  grade: 'B',
  proof: 'captured 2025-10',
  url: 'https://yields.llama.fi/pools',
  rows: (answer) => {
    const { status, data } = readRow(answer, 'the answer')
    if (status !== 'success') throw new TollgateError('upstream_changed', `pools: status ${String(status)}`)
    return readRows(data, 'data')
  },
  row: readPool,
  value: (kept, at) => ({ at: at.toISOString(), pools: kept.toSorted((a, b) => b.tvl_usd - a.tvl_usd).slice(0, mostPools) }),
})

/** null: too small, or too little is known of it to judge it by. */
function readPool(row: Row): Pool | null {
  const number = (member: string) => readNumberOrNull(row[member], member)
  const [tvl, apy] = [number('tvlUsd'), number('apy')]
  const flags = [row.stablecoin, row.ilRisk, row.exposure, row.outlier]
  if (tvl === null || tvl < leastTvlUsd || apy === null || flags.some((flag) => flag === null || flag === undefined)) return null
  return {
    pool: readText(row.pool, 'pool'),
    project: readText(row.project, 'project'),
    chain: readText(row.chain, 'chain'),
    symbol: readText(row.symbol, 'symbol'),
    tvl_usd: tvl,
    apy,
    apy_base: number('apyBase'),
    apy_reward: number('apyReward'),
    apy_mean_30d: number('apyMean30d'),
    sigma: number('sigma'),
    count: number('count'),
    stable: readFlag(row.stablecoin, 'stablecoin'),
    il_risk: readChoice(row.ilRisk, 'yes', 'no'),
    single: readChoice(row.exposure, 'single', 'multi'),
    outlier: readFlag(row.outlier, 'outlier'),
  }
}

function readChoice(value: unknown, yes: string, no: string): boolean {
  if (value !== yes && value !== no) throw new TollgateError('upstream_changed', `${String(value)} is neither ${yes} nor ${no}`)
  return value === yes
}
