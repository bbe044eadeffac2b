// Large transfers on the chains that are read: who sent what to whom, and whether it goes to exchanges or leaves them.
import { TollgateError } from '../../../base/errors.ts'
import { evmTransfers, leastUsd } from '../../../ingestors/sources/evm-transfers/topic.ts'
import { checksummed } from '../../inputs/address.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { chainId } from '../../inputs/chain.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { coin } from '../../inputs/coins.ts'
import { unusable } from '../../inputs/kind.ts'
import { createProblems } from '../../inputs/problems.ts'
import type { Fact } from '../../kit/define.ts'
import {
  count,
  defineSignalService,
  known,
  list,
  maybe,
  mayTake,
  moment,
  number,
  pct,
  reading,
  section,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { listWhales } from './list.ts'
import { computeWhales, kinds, type Look, moods, type Whale, type WindowName } from './signal.ts'

interface Board {
  readonly looks: readonly Look[]
  readonly whales: readonly Whale[]
}

const selections = [{ topic: evmTransfers, days: 1 }]
const usualUsd = 1_000_000
const usualLimit = 25

export function readBoard(facts: readonly Fact[]): Board {
  const seen = new Set<string>()
  const looks = (facts as readonly Fact<any>[]).map(({ value }): Look => {
    const fresh = (value.transfers as readonly any[]).filter(({ tx, index, token }) => {
      const name = `${value.chain} ${tx} ${token} ${index}`
      return !seen.has(name) && seen.add(name)
    })
    return {
      chainId: Number(value.chain),
      // Before its first block a chain could not be heard.
      from: new Date(value.from.block === 0 ? 0 : value.from.time),
      to: new Date(value.to.time),
      isCut: value.is_cut || value.native?.is_cut === true,
      nativeFrom: value.native ? new Date(value.native.from.block === 0 ? 0 : value.native.from.time) : null,
      tokens: value.tokens.map(({ is_stable, ...one }: { is_stable: boolean }) => ({ ...one, isStable: is_stable })),
      transfers: fresh.map(({ at, units, ...one }) => ({
        ...one,
        chainId: Number(value.chain),
        at: new Date(at),
        units: BigInt(units),
      })),
    }
  })
  return { looks, whales: listWhales(looks) }
}

interface Input {
  readonly window?: string | undefined
  readonly min_usd?: number | undefined
  readonly asset?: string | undefined
  readonly chain_id?: number | undefined
  readonly limit?: number | undefined
}

/** A chain or a token that nobody reads is refused before a price is named. */
export function refuseUnread({ looks }: Pick<Board, 'looks'>, { chain_id, asset }: Input, now: Date): void {
  if (looks.length === 0) return
  const problems = createProblems()
  const chains = [...new Set(looks.map((look) => look.chainId))]
  if (chain_id !== undefined && !chains.includes(chain_id))
    problems.try(() => {
      throw unusable(
        { name: 'chain_id', now },
        String(chain_id),
        `is not read for large transfers; read are ${chains.join(', ')}`,
      )
    })
  const assets = [...new Set(looks.flatMap(({ tokens }) => tokens.filter((one) => one.usd !== null).map(({ symbol }) => symbol)))]
  if (asset !== undefined && !assets.some((one) => one.toUpperCase() === asset))
    problems.try(() => {
      throw unusable({ name: 'asset', now }, asset, `is not watched; watched are ${assets.join(', ')}`, assets)
    })
  problems.throwAny()
}

function tellWhales({ looks, whales }: Board, input: Input, now: Date) {
  if (looks.length === 0) throw new TollgateError('not_enough_data', 'no chain was read yet')
  const { chain_id, asset, window = '24h', min_usd = usualUsd, limit = usualLimit } = input
  const asked = { window: window as WindowName, minUsd: min_usd, asset, chainId: chain_id }
  const { events, ...told } = computeWhales(looks, whales, asked, now)
  return {
    ...told,
    events: events.slice(0, limit).map((one) => ({
      ...one,
      token: checksummed(one.token),
      from: { ...one.from, address: checksummed(one.from.address) },
      to: { ...one.to, address: checksummed(one.to.address) },
    })),
  }
}

const side = section({
  address: text(),
  label: maybe(text('whose it is; null where no list says')),
  kind: word(
    ['exchange', 'bridge', 'nobody', 'unknown'],
    'nobody: made out of nothing or destroyed; unknown: a wallet or a contract',
  ),
})

export default defineSignalService({
  label: 'whale',
  title: 'Large transfers',
  description:
    'Large token transfers on EVM chains: who sent what to whom, into exchanges or out of them, and what that leans to.',
  version: '3',
  tags: ['crypto', 'flows', 'evm'],
  readsChains: 'logs',
  rows: { one: 'all' },
  facts: { board: reading(selections, (seen) => readBoard([...seen.of(evmTransfers)])) },
  route: signalRoute({
    path: '/whales',
    price: '0.05',
    summary:
      'Large transfers with both sides named where known, net flows into exchanges of coins and dollars, over 1, 4 or 24 hours',
    tags: ['crypto', 'flows', 'evm', 'whales'],
    takes: {
      window: mayTake(defineChoice('window', ['24h', '4h', '1h'], { description: 'how far back' }), { fallback: '24h' }),
      min_usd: mayTake(
        defineMoney({
          least: leastUsd,
          most: 1e10,
          description: 'leave out what is smaller, US dollars',
          otherNames: ['min_size'],
        }),
        { fallback: usualUsd },
      ),
      asset: mayTake(coin),
      chain_id: mayTake(chainId),
      limit: mayTake(defineLimit({ most: 100 }), { fallback: usualLimit }),
    },
    fresh: { minutes: 5 },
    sold: { hours: 1 },
    labels: moods,
    answer: {
      totals: {
        count: count('of the size asked for'),
        usd: known(usd(undefined, 0)),
        named_share_pct: known(pct('of the dollars, where a side is known', 1)),
      },
      flows: {
        exchange_net_volatile_usd: known(usd('coins into exchanges less out of them', 0)),
        exchange_net_stable_usd: known(usd('dollars into exchanges less out of them', 0)),
        to_exchanges_usd: known(usd(undefined, 0)),
        from_exchanges_usd: known(usd(undefined, 0)),
        minted_usd: known(usd(undefined, 0)),
        burnt_usd: known(usd(undefined, 0)),
        bridged_usd: known(usd('into or out of a bridge whose vault is known', 0)),
      },
      chains: list({
        chain_id: count(),
        heard_share_pct: known(pct('of the window that the chain’s tokens were read', 1)),
        native_heard_share_pct: known(pct('of the window that transactions were read for the chain’s own coin', 1)),
        count: count(),
        exchange_net_usd: known(usd(undefined, 0)),
      }),
      events: list({
        at: moment(),
        chain_id: count(),
        asset: text(),
        token: text('the zero address for the chain’s own coin'),
        amount: known(number()),
        usd: known(number('at what pools said when it was read; dollars count as dollars', 0)),
        kind: word(kinds, 'wallet: no side is known'),
        from: side,
        to: side,
        tx: text(),
      }),
    },
    tells: { selections, build: readBoard, refuse: refuseUnread, tell: tellWhales },
  }),
  signal: ({ board }, now) => tellWhales(board, {}, now),
})
