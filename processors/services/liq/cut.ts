// What a caller asks for of a row: one coin, one venue, the largest, so many.
import { TollgateError } from '../../../base/errors.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { coin, listCoins } from '../../inputs/coins.ts'
import { type InputOf, mayTake } from '../../kit/index.ts'
import { windows } from './signal.ts'
import { captures, confidenceOf, flushLabel, flushScore, longsOf, sideLabel, sizeLabel, sizeScore } from './tell.ts'

export const venues = Object.keys(captures) as [string, ...string[]]
const window = defineChoice('window', ['1h', '15m', '4h', '24h'], { description: 'how far back' })
const venue = defineChoice('venue', venues, { description: 'one venue only' })
const minUsd = defineMoney({ most: 1e9, description: 'leave out what is smaller, US dollars', otherNames: ['min_size'] })
export const takes = {
  window: mayTake(window, { fallback: '1h' }),
  coin: mayTake(coin),
  venue: mayTake(venue),
  limit: mayTake(defineLimit({ most: 100 })),
}
export const takesBiggest = { ...takes, min_usd: mayTake(minUsd, { fallback: 50_000 }) }
// Unless more are asked for.
const usualCoins = 50

interface Sided {
  readonly long_usd: number
  readonly short_usd: number
  readonly count: number
  readonly skew: number | null
  readonly last_5m_to_peak_ratio?: number | null
  readonly price_move_pct?: number | null
  readonly oi_change_pct?: number | null
}

interface HeardVenue extends Sided {
  readonly listened_share_pct: number
}

const none: Sided = { long_usd: 0, short_usd: 0, count: 0, skew: null }

/** A coin that no venue lists is 422; one that they list and that was quiet is answered so. */
const refuseStrange = (asked: string | undefined, known: readonly string[]) =>
  listCoins(
    asked,
    known.map((coin) => ({ coin })),
  )

function hoursListened(venues: readonly { readonly listened_share_pct: number }[], { window: name }: InputOf<typeof takes>) {
  const share = venues.reduce((sum, { listened_share_pct }) => sum + listened_share_pct / 100, 0) / Math.max(1, venues.length)
  return (share * windows[(name ?? '1h') as keyof typeof windows]) / 60
}

/** The rows that are asked for, and the one coin or venue that an answer is then about. */
function askedOf(body: any, known: readonly string[], input: InputOf<typeof takes>) {
  refuseStrange(input.coin, known)
  const coins: readonly Sided[] = body.by_coin.filter(
    (row: { coin: string }) => input.coin === undefined || row.coin === input.coin,
  )
  const of: readonly HeardVenue[] = body.by_venue.filter(
    (row: { venue: string }) => input.venue === undefined || row.venue === input.venue,
  )
  return {
    cut: { ...body, by_coin: coins.slice(0, input.limit ?? usualCoins), by_venue: of },
    asked: input.coin ?? input.venue,
    one: ((input.coin === undefined ? of : coins)[0] ?? none) as Sided & Partial<HeardVenue>,
    listenedHours: hoursListened(of, input),
  }
}

/** What one venue tells is as sure as that venue was heard, and as it tells all; of a coin all venues tell. */
function confidenceIn(
  body: any,
  input: InputOf<typeof takes>,
  one: Partial<Pick<HeardVenue, 'listened_share_pct'>>,
  z: number | null,
): number {
  return input.venue === undefined
    ? body.signal.confidence
    : confidenceOf((one.listened_share_pct ?? 0) / 100, captures[input.venue] === 'complete', z !== null)
}

const directionOf = (score: number) => (score >= 20 ? 'bullish' : score <= -20 ? 'bearish' : 'neutral')

/** Of one coin or venue: the verdict is about that one, at the intensity of the whole. */
export function cutTotals({ known_coins = [], ...body }: any, input: InputOf<typeof takes>): object {
  const { cut, asked, one, listenedHours } = askedOf(body, known_coins, input)
  if (asked === undefined) return cut
  const total = one.long_usd + one.short_usd
  const label = sideLabel(total, one.skew, listenedHours)
  const z = body.totals.intensity_z
  const score = -Math.round(1_000 * (one.skew ?? 0) * (z === null ? 0.5 : Math.min(1, Math.max(0, z / 3)))) / 10 + 0
  const summary = `${asked}: ${(total / 1e6).toFixed(2)} m USD forced closed in ${input.window ?? '1h'}${longsOf(one.skew)} (${label}).`
  const { long_usd, short_usd, count } = one
  // What is usual is known of all together, and is not the measure of one.
  const totals = { ...body.totals, long_usd, short_usd, count, total_usd: total, skew: one.skew, usual_usd: null }
  return {
    ...cut,
    totals,
    signal: {
      ...body.signal,
      label,
      score,
      direction: directionOf(score),
      confidence: confidenceIn(body, input, one, z),
      summary,
    },
  }
}

/** Of one coin or venue: the verdict is about the largest of that one, which no month's maxima rank. */
export function cutBiggest({ known_coins = [], ...body }: any, input: InputOf<typeof takesBiggest>): object {
  refuseStrange(input.coin, known_coins)
  const ofOne = body.events.filter(
    (event: { coin: string; venue: string }) =>
      (input.coin === undefined || event.coin === input.coin) && (input.venue === undefined || event.venue === input.venue),
  )
  const events = ofOne.filter((event: { usd: number }) => event.usd >= (input.min_usd ?? 0)).slice(0, input.limit ?? 25)
  if (input.coin === undefined && input.venue === undefined) return { ...body, events }
  const [largest] = ofOne
  const asked = [input.coin, input.venue].filter((one) => one !== undefined).join(' on ')
  const summary =
    largest === undefined
      ? `${asked}: none of the ${body.events.length} largest forced closings in ${input.window ?? '1h'}.`
      : `${asked}: largest in ${input.window ?? '1h'} ${Math.round(largest.usd / 1e3)} k USD of ${largest.coin} ${largest.side} on ${largest.venue}; ${events.length} listed.`
  const score = Math.round(10 * sizeScore(largest?.usd ?? 0)) / 10
  // No month ranks it, and a venue that tells a part may have left out a larger one.
  const unsure =
    (body.largest_rank_pct === null ? 1 : 0.6) * (input.venue === undefined || captures[input.venue] === 'complete' ? 1 : 2 / 3)
  const confidence = Math.max(0.05, Math.round(100 * body.signal.confidence * unsure) / 100)
  const signal = { ...body.signal, label: sizeLabel(largest?.usd ?? 0, 0), score, confidence, summary }
  return { ...body, signal, largest_rank_pct: null, events }
}

export function onlyOne(input: InputOf<typeof takes>) {
  if (input.coin === undefined || input.venue === undefined) return input
  throw new TollgateError('input_unusable', 'coin, venue: ask for a coin or for a venue, or /biggest for the events of both')
}

/** Of one coin or venue: its own side, its own last minutes, and its own open interest where that is told. */
export function cutSignal({ known_coins = [], ...body }: any, input: InputOf<typeof takes>): object {
  const { cut, asked, one, listenedHours } = askedOf(body, known_coins, input)
  if (asked === undefined) return cut
  const total = one.long_usd + one.short_usd
  const name = (input.window ?? '1h') as keyof typeof windows
  const last = one.last_5m_to_peak_ratio ?? null
  const label = flushLabel(sideLabel(total, one.skew, listenedHours), last)
  const score = Math.round(10 * flushScore(one.skew, body.components.intensity_z, last)) / 10 + 0
  const components = {
    ...body.components,
    skew: one.skew,
    last_5m_to_peak_ratio: last,
    total_usd: total,
    // What is usual, and open interest, are known of all venues together.
    usual_usd: null,
    oi_change_pct: one.oi_change_pct ?? null,
    top_coin: input.coin ?? null,
    top_coin_move_pct: one.price_move_pct ?? null,
  }
  const summary = `${asked}, ${label.replaceAll('_', ' ')}: ${(total / 1e6).toFixed(2)} m USD forced closed in ${name}${longsOf(one.skew)}; the intensity is that of all.`
  return {
    ...cut,
    components,
    signal: {
      ...body.signal,
      label,
      score,
      direction: directionOf(score),
      confidence: confidenceIn(body, input, one, body.components.intensity_z),
      summary,
    },
  }
}
