// Perpetual funding across venues: what is paid now, where it is extreme, and how crowded that makes the trade.

import type { Composite } from '../../formula/index.ts'
import { defineRoutesService, reading, signalRoute } from '../../kit/index.ts'
import { leaning } from '../../kit/signal-head.ts'
import { computeExtremes, extremeLabels, monthWindow, type Window, windows } from './extremes.ts'
import { readInputs, selections } from './inputs.ts'
import { crowdAnswer, extremesAnswer, ratesAnswer, takeCrowd, takeExtremes, takeRates } from './schema.ts'
import { shapeExtremes, shapeRates } from './shape.ts'
import { computeCrowd, computeRates, crowdLabel, crowdLabels, crowdScore, mixOfComponents, rateLabels } from './signal.ts'

const market = 'market'
const common = { price: '0.05', fresh: { minutes: 15 }, sold: { hours: 6 } } as const

const windowKey = (days: Window): string => (days === monthWindow ? market : `${market} ${days}d`)

export default defineRoutesService({
  label: 'funding',
  title: 'Perpetual funding',
  description: 'Funding rates of perpetual futures across venues: levels, extremes and crowding, as signals.',
  version: '4',
  tags: ['crypto', 'derivatives'],
  rows: { one: market },
  facts: { venues: reading(selections, readInputs) },
  routes: {
    rates: signalRoute({
      ...common,
      path: '/rates',
      summary: 'Perpetual funding by coin and venue as yearly rates, with the cheapest side to be on',
      tags: ['crypto', 'perpetuals', 'funding'],
      takes: takeRates,
      example: { coin: 'BTC,ETH' },
      key: () => market,
      shape: shapeRates,
      labels: rateLabels,
      answer: ratesAnswer,
    }),
    extremes: signalRoute({
      ...common,
      path: '/extremes',
      summary: 'Coins whose funding is extreme against their own week, month or quarter, with the carry between venues',
      tags: ['crypto', 'perpetuals', 'funding', 'carry'],
      takes: takeExtremes,
      example: { window_days: 30 },
      key: (input) => windowKey((input.window_days ?? monthWindow) as Window),
      shape: shapeExtremes,
      labels: extremeLabels,
      answer: extremesAnswer,
    }),
    signal: signalRoute({
      ...common,
      path: '/signal',
      summary: 'How crowded perpetual positions are, as a contrarian score for the market or one coin',
      tags: ['crypto', 'perpetuals', 'funding', 'positioning'],
      takes: takeCrowd,
      example: { coin: 'BTC' },
      key: (input) => input.coin ?? market,
      closed: true,
      labels: crowdLabels,
      answer: crowdAnswer,
    }),
  },
  signal({ venues: inputs }, now) {
    const levels = [
      tellRates(computeRates(inputs, now)),
      ...windows.map((days) => tellExtremes(computeExtremes(inputs, now, days))),
    ]
    const { components, drivers, mix } = computeCrowd(inputs, now)
    if (crowdScore(components) === null) return levels
    return [
      ...levels,
      tellCrowd(null, components, drivers.slice(0, 15), mix),
      ...drivers.map((driver) => {
        const own = { ...components, ...pick(driver) }
        return tellCrowd(driver.coin, own, [driver], mixOfComponents(own, inputs, now))
      }),
    ]
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

function tellRates({ score, label, mix, ...sections }: ReturnType<typeof computeRates>) {
  const { market: all } = sections
  const summary =
    `Funding costs longs ${all.oi_weighted_apr_pct} % a year by open interest (baseline 10.95 %), ` +
    `${all.positive_pct} % of ${all.coins} coins positive, median ${all.median_apr_pct} %` +
    `${all.not_weighed.length === 0 ? '' : `; without the size of ${all.not_weighed.join(' and ')}`}.`
  return { route: 'rates' as const, mix: { ...mix, score }, label, summary, direction: 'none' as const, ...sections }
}

function tellExtremes({ score, label, mix, isWindowFull, ...sections }: ReturnType<typeof computeExtremes>) {
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
  // Extremes of a shorter time than is asked for are less sure: the history counts as one of the inputs.
  const confidence = isWindowFull ? mix.confidence : (mix.confidence * coverage.inputs_used) / coverage.inputs_expected
  return {
    route: 'extremes' as const,
    key: windowKey(sections.window_days),
    mix: { ...mix, score, confidence, coverage },
    label,
    summary,
    direction: 'none' as const,
    ...sections,
  }
}

function tellCrowd(coin: string | null, components: Crowd['components'], coins: Crowd['drivers'], mix: Composite) {
  const score = crowdScore(components)!
  const label = crowdLabel(score)
  const text = (z: number | null) => (z === null ? 'unknown' : z.toFixed(1))
  const summary =
    `${coin ?? 'The market'} is ${label.replace('_', ' ')}: funding z ${text(components.funding_z)}, ` +
    `open interest z ${text(components.oi_z)}, basis z ${text(components.basis_z)}, ${components.persistence_h} h on one side.`
  return {
    route: 'signal' as const,
    key: coin ?? market,
    mix: { ...mix, score },
    label,
    summary,
    // By the score as it was told before it is rounded.
    direction: leaning(score),
    coin,
    components,
    coins,
  }
}
