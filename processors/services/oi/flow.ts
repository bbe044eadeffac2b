// Prices and open interest together, for the market and coin by coin.
import { round, roundOrNull } from '../../formula/index.ts'
import { type Horizon, horizonKeys, horizonNames, type InterestInputs, mergeCoins, over, percent } from './coins.ts'
import { mixOfFlow } from './mix.ts'
import { flowLabel, flowScore } from './signal.ts'

function describe(horizon: Horizon, price: number | null, interest: number | null) {
  const z = { price_z: roundOrNull(price, 2), oi_z: roundOrNull(interest, 2), funding_z: null }
  const score = flowScore(z)
  return {
    horizon: horizonNames[horizon],
    label: score === null ? null : flowLabel(z),
    score: roundOrNull(score, 1),
    price_z: z.price_z,
    oi_z: z.oi_z,
  }
}

export type Span = ReturnType<typeof describe>

/** The same question over each span, so that one answer shows whether the hour goes with the week. */
const spansOf = (read: (horizon: Horizon, member: 'price_z' | 'oi_z') => number | null): Span[] =>
  horizonKeys.map((horizon) => describe(horizon, read(horizon, 'price_z'), read(horizon, 'oi_z')))

export function computeFlow(inputs: InterestInputs, now: Date, coins = mergeCoins(inputs)) {
  const components = {
    price_z: roundOrNull(
      over(coins, (coin) => coin.moves.h24.price_z),
      2,
    ),
    oi_z: roundOrNull(
      over(coins, (coin) => coin.moves.h24.oi_z),
      2,
    ),
    funding_z: roundOrNull(
      over(coins, (coin) => coin.funding_z),
      2,
    ),
  }
  const drivers = coins.flatMap((coin) => {
    const own = {
      price_z: roundOrNull(coin.moves.h24.price_z, 2),
      oi_z: roundOrNull(coin.moves.h24.oi_z, 2),
      funding_z: roundOrNull(coin.funding_z, 2),
    }
    const score = flowScore(own)
    if (score === null) return []
    return [
      {
        coin: coin.coin,
        label: flowLabel(own),
        score: round(score, 1),
        ...own,
        oi_change_24h_pct: percent(coin.changes.h24),
        oi_usd: Math.round(coin.usd),
      },
    ]
  })
  const spans = spansOf((horizon, member) => over(coins, (coin) => coin.moves[horizon][member]))
  const spansOfCoin = (name: string): Span[] => {
    const coin = coins.find((one) => one.coin === name)
    return coin === undefined ? [] : spansOf((horizon, member) => coin.moves[horizon][member])
  }
  return { components, drivers, spans, spansOfCoin, mix: mixOfFlow(components, inputs, now) }
}
