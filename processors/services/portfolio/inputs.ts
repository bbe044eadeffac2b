// What a portfolio is asked by: tickers, their weights in the same order, what to compare with and how far back; and the row's key of it.
import { TollgateError } from '../../../base/errors.ts'
import { defineInteger, defineText, malformed } from '../../inputs/kind.ts'
import { ticker } from '../../inputs/ticker.ts'
import { defineTickers } from '../../inputs/tickers.ts'

const most = 20
const weightForm = /^\d{1,3}(\.\d{1,6})?$|^\.\d{1,6}$/

export const tickers = defineTickers({ most, keepsOrder: true })

export const weights = defineText({
  kind: 'weights',
  wanted: 'one number from 0 to 1 for each ticker, separated by commas, which add up to 1',
  mostLength: 12 * most,
  example: '0.6,0.4',
  description: 'one for each ticker, in the same order, adding up to 1; equal where nothing is said',
  canonical(text, asked) {
    const parts = text.split(',').map((part) => part.trim())
    const sum = parts.reduce((total, part) => total + Number(part), 0)
    if (parts.length > most || !parts.every((part) => weightForm.test(part)) || sum < 0.98 || sum > 1.02)
      throw malformed(asked, 'one number from 0 to 1 for each ticker, separated by commas, which add up to 1')
    return parts.map((part) => String(Number(part))).join(',')
  },
})

export const benchmark = { ...ticker, example: 'SPY', otherNames: [] }

export const lookback = defineInteger({
  kind: 'lookback_days',
  least: 60,
  most: 1_260,
  example: 252,
  description: 'how many daily steps back at most, 60 to 1260',
  otherNames: ['lookback'],
})

export interface Asked {
  readonly tickers: string
  readonly weights?: string | undefined
  readonly benchmark?: string | undefined
  readonly lookback_days?: number | undefined
}

/** The same positions in another order are the same portfolio; the same ticker twice is one position. */
export function refine<A extends Asked>(asked: A): A {
  const list = asked.tickers.split(',')
  const given = asked.weights?.split(',').map(Number) ?? list.map(() => 1)
  if (given.length !== list.length)
    throw new TollgateError('input_invalid', `weights must be as many as tickers: ${given.length} for ${list.length}`)
  const total = given.reduce((sum, one) => sum + one, 0)
  const held = new Map<string, number>()
  for (const [i, one] of list.entries()) held.set(one, (held.get(one) ?? 0) + given[i]! / total)
  if (held.size < 2)
    throw new TollgateError(
      'input_unusable',
      'tickers: one position is no portfolio; name at least two, such as tickers=AAPL,MSFT',
    )
  const sorted = [...held].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...asked,
    tickers: sorted.map(([name]) => name).join(','),
    weights: sorted.map(([, weight]) => String(Number(weight.toFixed(6)))).join(','),
  }
}

const defaults = { benchmark: 'SPY', lookback: 252 }

export const keyOf = (asked: Asked): string => {
  const { tickers, weights, benchmark = defaults.benchmark, lookback_days = defaults.lookback } = refine(asked)
  return [tickers, weights, benchmark, lookback_days].join('|')
}

export function readKey(key: string) {
  const [list = '', weights = '', benchmark = '', lookback = ''] = key.split('|')
  const parts = weights.split(',').map(Number)
  return {
    positions: list.split(',').map((name, i) => ({ ticker: name, weight: parts[i] ?? 0 })),
    benchmark,
    lookback: Number(lookback),
  }
}
