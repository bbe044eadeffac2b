// Dollar liquidity: balance sheet, funding costs, conditions and money as one signal.
import Type from 'typebox'
import { fiscalSeries } from '../../../ingestors/sources/fiscaldata/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { repoOperations } from '../../../ingestors/sources/nyfed-operations/topic.ts'
import { nyfedRates } from '../../../ingestors/sources/nyfed-rates/topic.ts'
import { financialStress } from '../../../ingestors/sources/ofr-fsi/topic.ts'
import { auctions } from '../../../ingestors/sources/treasury-auctions/topic.ts'
import { affectsOne } from '../../affected.ts'
import { defineRoute, defineService, type Observations, type Selection } from '../../define.ts'
import { toPoints } from '../../points.ts'
import { signedLabel } from '../../stats.ts'
import { verdict } from '../../verdict.ts'
import { liquidityAnswer } from './schema.ts'
import { computeLiquidity, type LiquidityInputs, labels } from './signal.ts'

const key = 'us'
const dayS = 86_400
const elevenYears = 4_018
const fredKeys = ['WALCL', 'WRBWFRBL', 'RRPONTSYD', 'GDP', 'SOFR', 'IORB', 'NFCI', 'M2SL', 'CPIAUCSL']

const selections: readonly Selection[] = [
  { topic: fredObservations, keys: fredKeys, days: elevenYears },
  { topic: fiscalSeries, keys: ['tga_close'], days: elevenYears },
  { topic: financialStress, days: elevenYears },
  { topic: nyfedRates, keys: ['SOFR'], days: 30 },
  { topic: repoOperations, days: 14 },
  { topic: auctions, days: 40 },
]

const route = defineRoute({
  method: 'GET',
  path: '/liquidity',
  price: '0.05',
  serve: 'precomputed',
  summary: 'Dollar liquidity signal: net liquidity and its parts, funding stress, conditions, money and the settlement calendar',
  tags: ['macro', 'liquidity', 'fed', 'funding'],
  input: Type.Object({}),
  output: liquidityAnswer,
  example: { input: {}, output: undefined },
  key: () => key,
  maxAgeSeconds: 5 * dayS,
  hardMaxAgeSeconds: 10 * dayS,
})

export default defineService({
  label: 'liquidity',
  title: 'Liquidity',
  description:
    'How much dollar liquidity the Fed and the Treasury leave with markets, what funding costs, and where it is going.',
  version: '1',
  tags: ['macro', 'liquidity'],
  reads: [fredObservations, fiscalSeries, financialStress, nyfedRates, repoOperations, auctions],
  routes: [route],
  affected: affectsOne(key, selections),
  selects: () => selections,
  compute(rowKey, seen, now) {
    const { mix, summary, ...sections } = computeLiquidity(readInputs(seen), now)
    const signal = verdict({ mix, label: signedLabel(mix.score, labels), summary, now })
    return [{ route: route.path, key: rowKey, body: { signal, ...sections }, coverage: mix.coverage }]
  },
})

function readInputs(seen: Observations): LiquidityInputs {
  const fred = (series: string) => toPoints(seen.of(fredObservations, series), ({ value }) => value)
  const secured = seen.of(nyfedRates, 'SOFR').at(-1)?.value
  return {
    fedAssetsM: fred('WALCL'),
    reservesM: fred('WRBWFRBL'),
    reverseRepoBn: fred('RRPONTSYD'),
    gdpBn: fred('GDP'),
    sofr: fred('SOFR'),
    iorb: fred('IORB'),
    nfci: fred('NFCI'),
    m2Bn: fred('M2SL'),
    cpi: fred('CPIAUCSL'),
    tgaM: toPoints(seen.of(fiscalSeries, 'tga_close'), ({ value_usd_m }) => value_usd_m),
    ofr: toPoints(seen.of(financialStress), ({ index }) => index),
    ofrFunding: toPoints(seen.of(financialStress), ({ funding }) => funding),
    sofrTail:
      secured === undefined || (secured.percentile_99_pct ?? null) === null
        ? null
        : { median: secured.rate_pct, p99: secured.percentile_99_pct! },
    standingRepoBn: standingRepo(seen),
    settlements: seen.of(auctions).map(({ value }) => ({ at: new Date(`${value.issued}T00:00:00Z`), usd: value.offered_usd })),
  }
}

// The facility opens in the morning and in the afternoon; a day's usage is both.
function standingRepo(seen: Observations): number | null {
  const operations = seen.of(repoOperations).filter(({ value }) => value.kind === 'repo')
  const newest = operations.at(-1)?.value.date
  if (newest === undefined) return null
  return operations.filter(({ value }) => value.date === newest).reduce((sum, { value }) => sum + value.accepted_usd, 0) / 1e9
}
