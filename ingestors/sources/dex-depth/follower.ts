// Follows how much of each token of the lenders can be sold on exchanges: some tokens at a time, whoever waited longest first.
import type { Hex } from 'viem'
import { defineFollower } from '../../chains/follower.ts'
import { createTokenNames } from '../../chains/tokens.ts'
import { type QuoteCoin, readDepths } from './depth.ts'
import { exchangesOf } from './exchanges.ts'
import { listTokens } from './tokens.ts'
import { dexDepth } from './topic.ts'

const tokensAtOnce = 20

export default defineFollower({
  source: 'dex-depth',
  proof: 'documented',
  topics: [dexDepth],
  open(deployment) {
    const { chain_id: chainId, uniswap_v3: exchange } = deployment
    if (exchange === null) return null
    const exchanges = exchangesOf(deployment)
    const quotedAt = new Map<string, number>()
    const names = createTokenNames()
    const dollars = new Set(exchange.quote_tokens.filter((one) => one.dollar).map((one) => one.token))
    return {
      scan: null,
      leastSecondsBetween: 30,
      refreshBlocks: Number.MAX_SAFE_INTEGER,
      completeness: null,
      differences: () => ({}),
      prepare: async () => ({
        filter: null,
        touch: () => ({ always: [], ifKnown: [] }),
        async read(context) {
          const { at } = context
          const tokens = await listTokens(context, dollars)
          const keyOf = (token: string) => `${chainId}:${token}`
          const undone = new Set(context.wanted.map((subject) => subject.key))
          const last = (token: string) => (undone.has(keyOf(token)) ? -1 : (quotedAt.get(token) ?? 0))
          const some = [...tokens.values()].sort((a, b) => last(a.address) - last(b.address)).slice(0, tokensAtOnce)
          const ends = await names.read(
            at,
            exchange.quote_tokens.map((one) => one.token as Hex),
          )
          const quotes = exchange.quote_tokens.map(({ token, symbol, dollar }): QuoteCoin => {
            const { address, decimals } = ends.get(token as Hex)!
            return { address, symbol, decimals, isDollar: dollar, usd: dollar ? 1 : (tokens.get(token)?.priceUsd ?? null) }
          })
          const contents = await readDepths(
            at,
            exchanges,
            some.map(({ address, symbol, decimals, priceUsd, isListed }) => ({
              token: { address: address as Hex, decimals, usd: isListed ? priceUsd : null },
              symbol,
              aboutUsd: priceUsd,
            })),
            quotes,
          )
          for (const token of some) quotedAt.set(token.address, Date.now())
          const held = (await context.contents('dex-depth', dexDepth)).map((fact) => fact.token as string)
          const gone = held.filter((token) => !tokens.has(token)).map(keyOf)
          return [
            ...some.map((token, i) => ({ topic: dexDepth, key: keyOf(token.address), content: contents[i]! })),
            ...gone.map((key) => ({ topic: dexDepth, key, content: null })),
          ]
        },
      }),
    }
  },
})
