// What an open-interest answer rests on: the venues of this moment, and the histories they are held against.
import { clip, composite, type Part } from '../../formula/index.ts'
import type { InterestInputs } from './coins.ts'
import type { Components } from './signal.ts'

const maxAgeDays = 15 / 1_440

export const mixOfFlow = ({ price_z, oi_z, funding_z }: Components, inputs: InterestInputs, now: Date) =>
  mixOf(inputs, { price_history: price_z, open_interest_history: oi_z, funding_history: funding_z }, now)

const beside = { market_caps: 'marketCaps', open_interest_caps: 'capped' } as const

/**
 * Venues carry half of the weight, the histories nearly all of the other half; only histories have a direction to agree on. What is
 * shown beside the score weighs little, and is told where it is missing.
 */
export function mixOf(
  inputs: InterestInputs,
  histories: Record<string, number | null>,
  now: Date,
  shown: readonly (keyof typeof beside)[] = [],
) {
  const names = Object.keys(histories)
  const parts: Part[] = inputs.venues.map(({ id, observedAt }) => ({
    id,
    weight: id === 'hyperliquid' ? 0.3 : 0.1,
    score: observedAt === null ? null : 0,
    ...(observedAt === null ? {} : { observedAt, maxAgeDays }),
  }))
  const others = shown.map((id) => ({ id, weight: 0.05, score: inputs[beside[id]] === null ? null : 0 }))
  return composite(
    [...parts, ...names.map((id) => ({ id, weight: 0.5 / names.length, score: scoreOf(histories[id]!) })), ...others],
    now,
  )
}

const scoreOf = (z: number | null): number | null => (z === null ? null : 50 * clip(z, -2, 2))
