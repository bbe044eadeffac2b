// Where the macro answer's facts are and how they become the formula's inputs.
import { fiscalSeries } from '../../../ingestors/sources/fiscaldata/topic.ts'
import { nyfedRates } from '../../../ingestors/sources/nyfed-rates/topic.ts'
import { financialStress } from '../../../ingestors/sources/ofr-fsi/topic.ts'
import { type Tenor, treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import type { Observations } from '../../define.ts'
import { toPoints } from '../../points.ts'
import { combine, minus, type Point, round } from '../../stats.ts'
import { coincidentKeys, curveSpread, fredPoints, otherKeys, readCycleInputs } from '../cycle/inputs.ts'
import { activityLevel, computeCycle } from '../cycle/signal.ts'
import { netLiquidity } from '../liquidity/signal.ts'
import type { MacroInputs } from './signal.ts'

export const fredKeys = [
  ...coincidentKeys,
  ...otherKeys,
  'WALCL',
  'RRPONTSYD',
  'UNRATE',
  'NROU',
  'CPIAUCSL',
  'CPILFESL',
  'PCEPILFE',
  'PPIFIS',
  'GDPC1',
  'GDP',
  'GDPNOW',
  'MTSDS133FMS',
]

export function readMacroInputs(seen: Observations, now: Date): MacroInputs {
  const cycle = readCycleInputs(seen)
  const { mix } = computeCycle(cycle, now)
  const fred = (series: string) => fredPoints(seen, series)
  const yields = (curve: string, tenor: Tenor): Point[] =>
    toPoints(seen.of(treasuryYields, curve), (value) => value.yields[tenor])
  const funds = seen.of(nyfedRates, 'EFFR').at(-1)?.value
  const fiscal = (series: string) => toPoints(seen.of(fiscalSeries, series), ({ value_usd_m }) => value_usd_m)
  return {
    activity: activityLevel(cycle.coincident),
    cycleScore: round(mix.availableWeight, 6) < 0.5 ? null : mix.score,
    netLiquidityBn: netLiquidity({ fedAssetsM: fred('WALCL'), tgaM: fiscal('tga_close'), reverseRepoBn: fred('RRPONTSYD') }),
    payrollsK: fred('PAYEMS'),
    unemployment: fred('UNRATE'),
    naturalRate: fred('NROU'),
    sahm: fred('SAHMREALTIME'),
    claims: fred('ICSA'),
    cpi: fred('CPIAUCSL'),
    coreCpi: fred('CPILFESL'),
    corePce: fred('PCEPILFE'),
    ppi: fred('PPIFIS'),
    breakeven10y: combine(yields('nominal', '10y'), yields('real', '10y'), minus),
    realGdp: fred('GDPC1'),
    gdpBn: fred('GDP'),
    gdpNow: fred('GDPNOW'),
    production: fred('INDPRO'),
    stress: toPoints(seen.of(financialStress), ({ index }) => index),
    tenYear: yields('nominal', '10y'),
    spread2s10s: curveSpread(seen, '10y', '2y'),
    debtM: fiscal('debt_total'),
    balanceM: fred('MTSDS133FMS'),
    policy: {
      effr: funds?.rate_pct ?? null,
      low: funds?.target_low_pct ?? null,
      high: funds?.target_high_pct ?? null,
    },
  }
}
