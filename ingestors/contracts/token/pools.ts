// Where a token trades on its chain: the pools that the known factories have of it, each with its price, what lies in it and how deep it is.
import { type Hex, hexToBigInt } from 'viem'
import { view } from '../../chains/pinned.ts'
import type { Factory, Quote } from '../exchanges.ts'
import type { PinnedChain } from '../pinned-chain.ts'
import { depthShare, priceOfRoot, virtualQuote } from './pool-price.ts'

export interface Pool {
  readonly address: Hex
  readonly dex: string
  readonly kind: Factory['kind']
  readonly quote: string
  readonly fee_ppm: number | null
  readonly token_units: string
  readonly price_quote: number
  readonly quote_held: number
  /** What selling would bring until the price has fallen by two percent, in the quote. */
  readonly depth_quote: number | null
}

interface Candidate {
  readonly address: Hex
  readonly factory: Factory
  readonly quote: Quote
  readonly feePpm: number | null
  readonly isStable: boolean
}

const views = {
  getPair: view<Hex>('function getPair(address, address) view returns (address)'),
  getV3: view<Hex>('function getPool(address, address, uint24) view returns (address)'),
  getSolidly: view<Hex>('function getPool(address, address, bool) view returns (address)'),
  balance: view<bigint>('function balanceOf(address) view returns (uint256)'),
  slot0: view<readonly [bigint]>('function slot0() view returns (uint160)'),
  liquidity: view<bigint>('function liquidity() view returns (uint128)'),
  amountOut: view<bigint>('function getAmountOut(uint256, address) view returns (uint256)'),
}
const fees = [100, 500, 3_000, 10_000]

export async function findPools(chain: PinnedChain, token: Hex, decimals: number): Promise<Pool[]> {
  const candidates = await listCandidates(chain, token)
  const answers = (await chain.answer<unknown>(
    candidates.flatMap(({ address, quote }) => [
      { view: views.balance, to: token, args: [address] },
      { view: views.balance, to: quote.token, args: [address] },
      { view: views.slot0, to: address, args: [] },
      { view: views.liquidity, to: address, args: [] },
      { view: views.amountOut, to: address, args: [10n ** BigInt(decimals), token] },
    ]) as never,
  )) as (bigint | null)[]
  const pools = candidates.flatMap((candidate, i) => describe(candidate, answers.slice(i * 5, i * 5 + 5), token, decimals) ?? [])
  return pools.sort((a, b) => b.quote_held - a.quote_held || (a.address < b.address ? -1 : 1))
}

async function listCandidates(chain: PinnedChain, token: Hex): Promise<Candidate[]> {
  const { factories, quotes } = chain.exchange
  const asked = factories.flatMap((factory) =>
    quotes
      .filter((quote) => quote.token !== token)
      .flatMap((quote) => {
        const of = (one: unknown, feePpm: number | null, isStable: boolean, ...last: unknown[]) => ({
          question: { view: one, to: factory.address, args: [token, quote.token, ...last] },
          factory,
          quote,
          feePpm,
          isStable,
        })
        if (factory.kind === 'v2') return [of(views.getPair, 3_000, false)]
        if (factory.kind === 'solidly') return [false, true].map((isStable) => of(views.getSolidly, null, isStable, isStable))
        return fees.map((fee) => of(views.getV3, fee, false, fee))
      }),
  )
  const found = await chain.answer<Hex>(asked.map(({ question }) => question) as never)
  return asked.flatMap(({ question: _question, ...rest }, i) => {
    const address = found[i]
    return address && hexToBigInt(address) > 0n ? [{ ...rest, address: address.toLowerCase() as Hex }] : []
  })
}

function describe(
  { address, factory, quote, feePpm, isStable }: Candidate,
  [tokenHeld, quoteHeld, root, liquidity, amountOut]: readonly (bigint | null)[],
  token: Hex,
  decimals: number,
): Pool | null {
  if (!tokenHeld || !quoteHeld) return null
  const [tokens, quotes] = [Number(tokenHeld) / 10 ** decimals, Number(quoteHeld) / 10 ** quote.decimals]
  const shared = { address, dex: factory.name, kind: factory.kind, quote: quote.symbol, fee_ppm: feePpm }
  const held = { ...shared, token_units: tokenHeld.toString(), quote_held: quotes }
  if (factory.kind === 'v3') {
    if (!root || liquidity === null || liquidity === undefined) return null
    const isToken0 = token < quote.token
    const price = priceOfRoot(root, isToken0) * 10 ** (decimals - quote.decimals)
    const depth = (virtualQuote(liquidity, root, isToken0) / 10 ** quote.decimals) * depthShare
    return { ...held, price_quote: price, depth_quote: Math.min(depth, quotes) }
  }
  // Two of the same kind of money trade on a flatter curve: only the pool itself knows its price.
  if (isStable) return amountOut ? { ...held, price_quote: Number(amountOut) / 10 ** quote.decimals, depth_quote: null } : null
  return { ...held, price_quote: quotes / tokens, depth_quote: quotes * depthShare }
}
