// Whether large money goes to exchanges to be sold, or leaves them to be kept: net flows of coins and of dollars over a window.
import { clip, composite, ratio, round, say } from '../../formula/index.ts'
import type { PartyKind } from './labels.ts'
import type { Moved } from './netting.ts'

export const moods = ['accumulation', 'distribution', 'mixed', 'quiet'] as const
export const kinds = ['to_exchange', 'from_exchange', 'between_exchanges', 'bridge', 'mint', 'burn', 'wallet'] as const
export const windows = { '1h': 3_600_000, '4h': 14_400_000, '24h': 86_400_000 } as const
export type WindowName = keyof typeof windows
type Kind = (typeof kinds)[number]

export interface Token {
  readonly token: string
  readonly symbol: string
  readonly decimals: number
  readonly isStable: boolean
  readonly usd: number | null
}

/** One look at a chain: everything large from one moment to another. */
export interface Look {
  readonly chainId: number
  readonly from: Date
  readonly to: Date
  readonly isCut: boolean
  /** From when on the chain's own coin was read beside its tokens; null where it was not. */
  readonly nativeFrom: Date | null
  readonly tokens: readonly Token[]
  readonly transfers: readonly Moved[]
}

export interface Asked {
  readonly window: WindowName
  readonly minUsd: number
  readonly asset?: string | undefined
  readonly chainId?: number | undefined
}

export interface Whale extends Omit<Moved, 'units'> {
  readonly asset: string
  readonly amount: number
  readonly usd: number
  readonly isStable: boolean
  readonly kind: Kind
  readonly sides: { readonly from: Side; readonly to: Side }
}

export interface Side {
  readonly address: string
  readonly label: string | null
  readonly kind: PartyKind | 'nobody' | 'unknown'
}

// Below it a window says nothing; from ten times that on, all that it can.
const quietUsd = 1e6
const loudUsd = 1e7
const mixedShare = 0.2
const lateMs = 180_000
const wholePct = 99
const leastHeard = 0.5

export function kindOf(from: Pick<Side, 'kind'>, to: Pick<Side, 'kind'>): Kind {
  if (from.kind === 'nobody') return 'mint'
  if (to.kind === 'nobody') return 'burn'
  if (from.kind === 'exchange') return to.kind === 'exchange' ? 'between_exchanges' : 'from_exchange'
  if (to.kind === 'exchange') return 'to_exchange'
  return from.kind === 'bridge' || to.kind === 'bridge' ? 'bridge' : 'wallet'
}

/** The share of a window in which a chain was heard: what its looks cover, each moment once. */
export function heardShare(looks: readonly Pick<Look, 'from' | 'to'>[], start: number, end: number): number {
  let [heard, until] = [0, start]
  for (const { from, to } of looks.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    // A chain is a few minutes old when it is heard: that is no silence.
    const told = end - to.getTime() <= lateMs ? end : to.getTime()
    heard += Math.max(0, told - Math.max(until, from.getTime()))
    until = Math.max(until, told)
  }
  return clip(heard / (end - start), 0, 1)
}

const nativeIn = (looks: readonly Look[]) => looks.flatMap(({ nativeFrom: from, to }) => (from === null ? [] : [{ from, to }]))

const usdOf = (events: readonly Whale[]): number => events.reduce((sum, { usd }) => sum + usd, 0)

/** Into exchanges less out of them, of coins and of dollars, and what that says: coins in are to be sold, dollars in to be spent. */
export function flowsOf(events: readonly Whale[]) {
  const of = (kind: Kind, isStable: boolean) => usdOf(events.filter((one) => one.kind === kind && one.isStable === isStable))
  const [coinsIn, coinsOut] = [of('to_exchange', false), of('from_exchange', false)]
  const [dollarsIn, dollarsOut] = [of('to_exchange', true), of('from_exchange', true)]
  const balance = coinsOut - coinsIn + 0.5 * (dollarsIn - dollarsOut)
  const gross = coinsOut + coinsIn + 0.5 * (dollarsIn + dollarsOut)
  const lean = ratio(balance, gross) ?? 0
  const label: (typeof moods)[number] =
    gross < quietUsd ? 'quiet' : Math.abs(lean) < mixedShare ? 'mixed' : lean > 0 ? 'accumulation' : 'distribution'
  return {
    label,
    score: 100 * lean * clip(gross / loudUsd, 0, 1),
    flows: {
      exchange_net_volatile_usd: coinsIn - coinsOut,
      exchange_net_stable_usd: dollarsIn - dollarsOut,
      to_exchanges_usd: coinsIn + dollarsIn,
      from_exchanges_usd: coinsOut + dollarsOut,
      minted_usd: usdOf(events.filter(({ kind }) => kind === 'mint')),
      burnt_usd: usdOf(events.filter(({ kind }) => kind === 'burn')),
      bridged_usd: usdOf(events.filter(({ kind }) => kind === 'bridge')),
    },
  }
}

export function computeWhales(looks: readonly Look[], whales: readonly Whale[], asked: Asked, now: Date) {
  const start = now.getTime() - windows[asked.window]
  const read = [...Map.groupBy(looks, ({ chainId }) => chainId)]
    .filter(([chainId]) => asked.chainId === undefined || chainId === asked.chainId)
    .sort(([a], [b]) => a - b)
  const events = whales
    .filter(
      (one) =>
        one.at.getTime() > start &&
        one.usd >= asked.minUsd &&
        (asked.asset === undefined || one.asset.toUpperCase() === asked.asset) &&
        (asked.chainId === undefined || one.chainId === asked.chainId),
    )
    .sort((a, b) => b.usd - a.usd || b.at.getTime() - a.at.getTime() || (a.tx < b.tx ? -1 : 1))
  const { label, score, flows } = flowsOf(events)
  const chains = read.map(([chainId, own]) => {
    const mine = events.filter((one) => one.chainId === chainId)
    const { flows: ofChain } = flowsOf(mine)
    return {
      chain_id: chainId,
      heard_share_pct: 100 * heardShare(own, start, now.getTime()),
      native_heard_share_pct: 100 * heardShare(nativeIn(own), start, now.getTime()),
      count: mine.length,
      exchange_net_usd: ofChain.exchange_net_volatile_usd + ofChain.exchange_net_stable_usd,
    }
  })
  const shareOf = (of: (chain: (typeof chains)[number]) => number) =>
    chains.length === 0 ? 0 : chains.reduce((sum, one) => sum + of(one), 0) / chains.length / 100
  const [heard, nativeHeard] = [shareOf((one) => one.heard_share_pct), shareOf((one) => one.native_heard_share_pct)]
  const total = usdOf(events)
  const named = events.filter(({ kind }) => kind !== 'wallet')
  const namedShare = total === 0 ? 0 : usdOf(named) / total
  const newest = looks.reduce<Date | null>((last, { to }) => (last === null || to > last ? to : last), null)
  // Silence that nobody listened to is no quiet market.
  const isKnown = events.length > 0 || heard >= leastHeard
  const mix = composite(
    [
      {
        id: 'exchange_flows',
        weight: 0.7,
        score: isKnown ? score : null,
        ...(newest === null ? {} : { observedAt: newest, maxAgeDays: 1 / 24 }),
      },
      // What large accounts hold on perpetual markets is in a file that its venue does not document.
      { id: 'perp_accounts', weight: 0.3, score: null },
    ],
    now,
  )
  return {
    mix: {
      ...mix,
      // Half of what nobody is known to have sent says nothing about exchanges, and what was not heard says nothing at all.
      confidence: round(mix.confidence * Math.sqrt(heard) * (0.5 + 0.5 * namedShare), 2),
      coverage: {
        ...mix.coverage,
        detail: {
          heard_share: round(heard, 4),
          named_share: round(namedShare, 4),
          is_cut: looks.some(({ isCut, to }) => isCut && to.getTime() > start),
          not_read: [
            ...chains.flatMap(({ chain_id: id, native_heard_share_pct: pct }) =>
              pct >= wholePct ? [] : [`native coin of chain ${id}, but for ${Math.round(pct)} % of the window`],
            ),
            'native coins that contracts move',
            'Bitcoin and other chains without an EVM',
            'accounts on perpetual markets',
          ],
        },
      },
    },
    label,
    totals: { count: events.length, usd: total, named_share_pct: 100 * namedShare },
    flows,
    chains,
    events: events.map((one) => ({
      at: one.at,
      chain_id: one.chainId,
      asset: one.asset,
      token: one.token,
      amount: one.amount,
      usd: one.usd,
      kind: one.kind,
      from: one.sides.from,
      to: one.sides.to,
      tx: one.tx,
    })),
    summary:
      `Large transfers of ${asked.asset ?? 'coins and dollars'} in ${asked.window}: ${label}; ${events.length} of ${say(asked.minUsd / 1e6, 1)} m USD or more, ` +
      `net into exchanges ${say(flows.exchange_net_volatile_usd / 1e6, 1)} m of coins and ${say(flows.exchange_net_stable_usd / 1e6, 1)} m of dollars; ` +
      `${Math.round(100 * namedShare)} % has a known side; tokens were heard ${Math.round(100 * heard)} % of it, the chains' own coins ${Math.round(100 * nativeHeard)} %.`,
  }
}
