// What past weeks brought to a pool's voters, by the exchange's own lens; nothing where that is gone or answers another shape.
import type { Hex } from 'viem'
import type { ValueOf } from '../../../db/log/topic.ts'
import { view } from '../../chains/pinned.ts'
import type { VotedExchange } from '../../contracts/exchanges.ts'
import type { PinnedChain } from '../../contracts/pinned-chain.ts'
import { priceToken } from '../../contracts/token/token-price.ts'
import type { evmPools } from './topic.ts'

type Weeks = NonNullable<ValueOf<typeof evmPools>['weeks']>

interface Paid {
  readonly token: Hex
  readonly amount: bigint
}

interface Week {
  readonly ts: bigint
  readonly votes: bigint
  /** A second's, not a week's: it is the gauge's own rate. */
  readonly emissions: bigint
  readonly bribes: readonly Paid[]
  readonly fees: readonly Paid[]
}

const epochs = view<readonly Week[]>('function epochsByAddress(uint256, uint256, address) view returns (Epoch[])', [
  'struct Paid { address token; uint256 amount; }',
  'struct Epoch { uint256 ts; address lp; uint256 votes; uint256 emissions; Paid[] bribes; Paid[] fees; }',
])
const decimalsView = view<number>('function decimals() view returns (uint8)')
// The one that runs and eight that are over.
const wanted = 9n
const mostPaid = 64
const latestSeconds = 8_640_000_000_000n
const mostPriced = 24

export async function readWeeks(
  chain: PinnedChain,
  { rewardsLens }: VotedExchange,
  pool: Hex,
  known: readonly { readonly token: string; readonly decimals: number; readonly usd: number | null }[],
  worths: ReadonlyMap<string, number>,
): Promise<Weeks | null> {
  if (rewardsLens === null) return null
  const [told] = await chain.answer<readonly Week[]>([{ view: epochs, to: rewardsLens, args: [wanted, 0n, pool] }])
  if (!told || told.some(({ ts }) => ts >= latestSeconds)) return null
  const weeks = told.slice(0, Number(wanted))
  const worth = new Map(known.map(({ token, decimals, usd }) => [token, { decimals, usd }]))
  const strange = [
    ...new Set(weeks.flatMap(({ bribes, fees }) => [...bribes, ...fees].map(({ token }) => token.toLowerCase() as Hex))),
  ]
    .filter((token) => !worth.has(token))
    .slice(0, mostPriced)
  const digits = await chain.answer<number>(strange.map((to) => ({ view: decimalsView, to, args: [] })))
  const prices = await Promise.all(
    strange.map((token, i) => (digits[i] === null ? null : priceToken(chain, token, Number(digits[i]), worths))),
  )
  for (const [i, token] of strange.entries()) worth.set(token, { decimals: Number(digits[i] ?? 0), usd: prices[i] ?? null })
  const valued = (all: readonly Paid[]) =>
    all.slice(0, mostPaid).map(({ token, amount }) => {
      const one = worth.get(token.toLowerCase())
      const usd = one === undefined || one.usd === null ? null : (one.usd * Number(amount)) / 10 ** one.decimals
      return { token: token.toLowerCase(), units: amount.toString(), usd }
    })
  return weeks.map(({ ts, votes, emissions, bribes, fees }) => ({
    start: new Date(Number(ts) * 1_000).toISOString(),
    votes: votes.toString(),
    per_second: emissions.toString(),
    bribes: valued(bribes),
    fees: valued(fees),
  }))
}
