// The length of one candle, by any of the names charts use; a well-formed length that is not offered is 422.
import type { TString } from 'typebox'
import { defineText, type InputKind, unusable } from './kind.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  '1m': ['1min', 'minute'],
  '5m': ['5min'],
  '15m': ['15min', 'quarter'],
  '30m': ['30min'],
  '1h': ['60m', '60min', 'h', 'hour', 'hourly'],
  '4h': ['240m', '240min'],
  '1d': ['24h', 'd', 'day', 'daily'],
  '1w': ['7d', 'w', 'week', 'weekly'],
}

const byName = new Map(Object.entries(names).flatMap(([name, others]) => [name, ...others].map((one) => [one, name])))

export function defineTimeframe(offered: readonly string[]): InputKind<TString> {
  return defineText({
    kind: 'timeframe',
    wanted: `a length of time, one of ${offered.join(', ')}`,
    pattern: '^(\\d{0,3}[A-Za-z]{1,3}|[A-Za-z]{1,8})$',
    mostLength: 8,
    example: offered.at(-1)!,
    description: `length of a candle: ${offered.join(', ')}`,
    otherNames: ['interval', 'tf'],
    canonical(text, asked) {
      // An upper-case M is a month on every chart, and never a minute.
      const name = /^\d*M$/.test(text) ? undefined : byName.get(text.toLowerCase())
      if (name === undefined || !offered.includes(name))
        throw unusable(asked, text, `is not offered; known: ${offered.join(', ')}`)
      return name
    },
  })
}

export const timeframe = defineTimeframe(['15m', '1h', '4h', '1d'])
