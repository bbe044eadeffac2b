// How much of a chain's value moves with its own token, and what a week changed when that is taken out.
import { clip, slope } from '../../formula/index.ts'

export type ByDay = ReadonlyMap<number, number>

export interface ChainDays {
  readonly usd: ByDay
  /** The dollar price of the token the chain's value is held in. */
  readonly price: ByDay
}

const shareDays = 90
const fewestDays = 30
const weekDays = 7

/**
 * The share of the value that moves with the token: the slope of daily moves of value on those of the price. What protocols hold is
 * published for one protocol at a time and not for a chain, so it is measured. null: too few days have both.
 */
export function nativeShare({ usd, price }: ChainDays, lastDay: number): number | null {
  const moves: [token: number, value: number][] = []
  for (let day = lastDay - shareDays + 1; day <= lastDay; day++) {
    const token = logMove(price, day, 1)
    const value = logMove(usd, day, 1)
    if (token !== null && value !== null) moves.push([token, value])
  }
  if (moves.length < fewestDays) return null
  return clip(
    slope(
      moves.map(([token]) => token),
      moves.map(([, value]) => value),
    ),
    0,
    1,
  )
}

function logMove(points: ByDay, day: number, back: number): number | null {
  const [now, before] = [points.get(day), points.get(day - back)]
  return now === undefined || before === undefined || now <= 0 || before <= 0 ? null : Math.log(now / before)
}

export interface Week {
  readonly beforeUsd: number
  /** Today's value had the token stood still. */
  readonly atOldPriceUsd: number
}

export function weekAdjusted({ usd, price }: ChainDays, share: number, day: number): Week | null {
  const [now, before] = [usd.get(day), usd.get(day - weekDays)]
  const move = logMove(price, day, weekDays)
  if (now === undefined || before === undefined || before <= 0 || move === null) return null
  return { beforeUsd: before, atOldPriceUsd: now / (1 - share + share * Math.exp(move)) }
}
