// Perpetual funding across venues: what is paid now, where it is extreme, and how crowded that makes the trade.
import { TollgateError } from '../../../errors.ts'
import { type Draft, defineRoute, defineService } from '../../define.ts'
import { leaning, signalHead } from '../../signal-head.ts'
import type { Composite } from '../../stats.ts'
import { computeExtremes, monthWindow, type Window, windows } from './extremes.ts'
import { readInputs, reads, selections } from './inputs.ts'
import { crowdAnswer, extremesAnswer, ratesAnswer, takeCrowd, takeExtremes, takeRates } from './schema.ts'
import { shapeExtremes, shapeRates } from './shape.ts'
import { computeCrowd, computeRates, crowdLabel, crowdScore, mixOfComponents } from './signal.ts'

const market = 'market'
const ages = { maxAgeSeconds: 900, hardMaxAgeSeconds: 6 * 3_600 }
const common = { method: 'GET', price: '0.05', serve: 'precomputed', ...ages } as const

const windowKey = (days: Window): string => (days === monthWindow ? market : `${market} ${days}d`)

const rates = defineRoute({
  ...common,
  path: '/rates',
  summary: 'Perpetual funding by coin and venue as yearly rates, with the cheapest side to be on',
  tags: ['crypto', 'perpetuals', 'funding'],
  ...takeRates,
  output: ratesAnswer,
  example: { input: { coin: 'BTC,ETH' }, output: undefined },
  key: () => market,
  shape: shapeRates,
})

const extremes = defineRoute({
  ...common,
  path: '/extremes',
  summary: 'Coins whose funding is extreme against their own week, month or quarter, with the carry between venues',
  tags: ['crypto', 'perpetuals', 'funding', 'carry'],
  ...takeExtremes,
  output: extremesAnswer,
  example: { input: { window_days: 30 }, output: undefined },
  key: (input) => windowKey((input.window_days ?? monthWindow) as Window),
  shape: shapeExtremes,
})

const signal = defineRoute({
  ...common,
  path: '/signal',
  summary: 'How crowded perpetual positions are, as a contrarian score for the market or one coin',
  tags: ['crypto', 'perpetuals', 'funding', 'positioning'],
  ...takeCrowd,
  output: crowdAnswer,
  example: { input: { coin: 'BTC' }, output: undefined },
  key: (input) => input.coin ?? market,
  closed: true,
})

export default defineService({
  label: 'funding',
  title: 'Perpetual funding',
  description: 'Funding rates of perpetual futures across venues: levels, extremes and crowding, as signals.',
  version: '1',
  tags: ['crypto', 'derivatives'],
  reads,
  routes: [rates, extremes, signal],
  affected: (records) => (records.length > 0 ? [market] : []),
  selects: () => selections,
  compute(_key, seen, now) {
    const inputs = readInputs(seen)
    const drafts = [
      draftRates(computeRates(inputs, now), now),
      ...windows.map((days) => draftExtremes(computeExtremes(inputs, now, days), now)),
    ]
    const { components, drivers, mix } = computeCrowd(inputs, now)
    if (crowdScore(components) === null) return drafts
    drafts.push(draftCrowd(null, components, drivers.slice(0, 15), mix, now))
    for (const driver of drivers) {
      const own = { ...components, ...pick(driver) }
      drafts.push(draftCrowd(driver.coin, own, [driver], mixOfComponents(own, inputs, now), now))
    }
    return drafts
  },
})

type Crowd = ReturnType<typeof computeCrowd>

const pick = ({ funding_z, oi_z, basis_z, persistence_h, venue_agreement }: Crowd['drivers'][number]) => ({
  funding_z,
  oi_z,
  basis_z,
  persistence_h,
  venue_agreement,
})

function head(label: string, score: number, mix: Composite, now: Date, summary: string, contrarian = false) {
  if (mix.availableWeight < 0.5) throw new TollgateError('not_enough_data', 'too few venues have answered')
  const direction = contrarian ? leaning(score) : undefined
  return signalHead({ label, score, confidence: mix.confidence, direction, now, summary })
}

function draftRates({ score, label, mix, ...sections }: ReturnType<typeof computeRates>, now: Date): Draft {
  const { market: all } = sections
  const summary =
    `Funding costs longs ${all.oi_weighted_apr_pct} % a year by open interest (baseline 10.95 %), ` +
    `${all.positive_pct} % of ${all.coins} coins positive, median ${all.median_apr_pct} %.`
  return {
    route: rates.path,
    key: market,
    body: { signal: head(label, score, mix, now, summary), ...sections },
    coverage: mix.coverage,
  }
}

function draftExtremes({ score, label, mix, isWindowFull, ...sections }: ReturnType<typeof computeExtremes>, now: Date): Draft {
  const [high, low] = [sections.extremes.positive[0], sections.extremes.negative[0]]
  const name = (row: typeof high) => (row === undefined ? 'none' : `${row.coin} ${row.apr_pct} % (z ${row.z ?? 'unknown'})`)
  const summary =
    `${sections.shares.positive_oi_pct} % of open interest has extremely high funding, ${sections.shares.negative_oi_pct} % extremely low; ` +
    `highest ${name(high)}, lowest ${name(low)} in ${sections.window_days} days.`
  const { inputs_used, inputs_expected, missing } = mix.coverage
  const coverage = {
    ...mix.coverage,
    inputs_used: inputs_used + (isWindowFull ? 1 : 0),
    inputs_expected: inputs_expected + 1,
    missing: [...missing, ...(isWindowFull ? [] : [`funding_history_${sections.window_days}d`])],
  }
  const body = { signal: head(label, score, mix, now, summary), ...sections }
  return { route: extremes.path, key: windowKey(sections.window_days), body, coverage }
}

function draftCrowd(
  coin: string | null,
  components: Crowd['components'],
  coins: Crowd['drivers'],
  mix: Composite,
  now: Date,
): Draft {
  const score = crowdScore(components)!
  const label = crowdLabel(score)
  const text = (z: number | null) => (z === null ? 'unknown' : z.toFixed(1))
  const summary =
    `${coin ?? 'The market'} is ${label.replace('_', ' ')}: funding z ${text(components.funding_z)}, ` +
    `open interest z ${text(components.oi_z)}, basis z ${text(components.basis_z)}, ${components.persistence_h} h on one side.`
  const body = { signal: head(label, score, mix, now, summary, true), coin, components, coins }
  return { route: signal.path, key: coin ?? market, body, coverage: mix.coverage }
}
