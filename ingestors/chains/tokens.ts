// What a token calls itself and how many decimals it has; both never change, so each token is asked once.
import { type Hex, hexToString } from 'viem'
import { type PinnedReader, view } from './pinned.ts'

export interface TokenName {
  readonly address: Hex
  readonly symbol: string
  readonly decimals: number
}

export interface TokenNames {
  read(at: PinnedReader, addresses: readonly Hex[]): Promise<Map<Hex, TokenName>>
}

const decimalsView = view<number>('function decimals() view returns (uint8)')
const symbolView = view<string>('function symbol() view returns (string)')
// Older tokens answer 32 bytes, padded with zeros.
const oldSymbolView = view<Hex>('function symbol() view returns (bytes32)')
const mostDecimals = 36

export function createTokenNames(): TokenNames {
  const known = new Map<Hex, TokenName>()
  return {
    async read(at, addresses) {
      const unknown = [...new Set(addresses)].filter((address) => !known.has(address))
      const ask = <T>(what: ReturnType<typeof view<T>>) => at.answer(unknown.map((to) => ({ view: what, to, args: [] })))
      const [symbols, oldSymbols, decimals] =
        unknown.length === 0 ? [[], [], []] : await Promise.all([ask(symbolView), ask(oldSymbolView), ask(decimalsView)])
      unknown.forEach((address, i) => {
        const old = oldSymbols[i]
        const symbol = clean(symbols[i] ?? (old == null ? '' : hexToString(old)))
        const digits = Number(decimals[i] ?? 0)
        known.set(address, { address, symbol, decimals: digits <= mostDecimals ? digits : 0 })
      })
      return new Map(addresses.map((address) => [address, known.get(address)!]))
    },
  }
}

// Anybody can name a token: what is not a letter, a digit or plain punctuation has no place in an answer.
function clean(symbol: string): string {
  return symbol
    .replaceAll(/[^\p{L}\p{N}.$+_₮₿\- ]/gu, '')
    .trim()
    .slice(0, 32)
}
