// A coin by its symbol, or a few of them: in any case and with or without a dollar sign; which there are is for the rows to say.
import type { TString } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { defineText, type InputKind, malformed, parseEach } from './kind.ts'

const otherNames = ['symbol', 'asset']

export const coin = defineText({
  kind: 'coin',
  wanted: 'a symbol of at most 20 letters, digits or dots, such as BTC',
  pattern: '^\\$?[A-Za-z0-9.]{1,20}$',
  mostLength: 21,
  example: 'BTC',
  description: 'one coin by its symbol in any case, such as BTC',
  otherNames,
  canonical: (text) => text.replace(/^\$/, '').toUpperCase(),
})

export function defineCoins({ most = 20 } = {}): InputKind<TString> {
  const wanted = `1 to ${most} symbols, separated by commas, such as BTC,ETH`
  return defineText({
    kind: 'coins',
    wanted,
    mostLength: 22 * most,
    example: 'BTC,ETH',
    description: `coins by their symbols, separated by commas; ${most} at most`,
    otherNames: ['coins', ...otherNames],
    canonical(text, asked) {
      const all = parseEach(text, asked, coin.parse)
      if (all.length > most) throw malformed(asked, wanted)
      return [...new Set(all)].sort().join(',')
    },
  })
}

export const coins = defineCoins()

const mostNamed = 20

/** The coins of a canonical list, each of which the rows must have. */
export function listCoins(canonical: string | undefined, rows: readonly { readonly coin: string }[]): string[] | undefined {
  const asked = canonical?.split(',')
  const unknown = asked?.filter((name) => !rows.some((row) => row.coin === name)) ?? []
  if (unknown.length === 0) return asked
  const known = rows.slice(0, mostNamed).map((row) => row.coin)
  const more = rows.length > mostNamed ? ` and ${rows.length - mostNamed} more` : ''
  throw new TollgateError('input_unusable', `coin: nothing is known of ${unknown.join(', ')}; known: ${known.join(', ')}${more}`)
}
