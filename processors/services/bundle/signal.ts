// Whether a launch was bought by few who acted as one: several signs, each of which alone proves little, together as one risk.
import { clip, composite, type Part, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'

const bySigns = ladder(['clean', 'watch', 'likely_bundled', 'bundled'], [20, 45, 70])
/** Where nobody bought there was nothing to be bundled: that is not the same as clean. */
export const suspicion = [...bySigns.labels, 'nobody_bought'] as const

export interface Buy {
  readonly tx: string
  readonly block: number
  readonly to: string
  /** Of the supply. */
  readonly share: number
}

export interface Buyer {
  readonly account: string
  readonly sent: number
  readonly heldShare: number
}

export interface LaunchFacts {
  readonly launchBlock: number
  readonly blocks: number
  readonly deployer: string | null
  readonly given: ReadonlySet<string>
  readonly buys: readonly Buy[]
  readonly buyers: ReadonlyMap<string, Buyer>
  /** Which buyers each payer of several paid before they bought; null where that was not read. */
  readonly funded?: ReadonlyMap<string, ReadonlySet<string>> | null
}

type Kind = 'same_transaction' | 'first_block' | 'equal_size' | 'deployer_linked' | 'common_funder'

const fewTransactions = 3
const alike = 0.01
const fewestAlike = 3
const sat = (x: number): number => clip(x, 0, 1)
const sharesOf = (buys: readonly Buy[]): number => buys.reduce((sum, { share }) => sum + share, 0)

/** Buys of one size, within one percent, by at least three different wallets: the largest such group. */
export function equalSized(buys: readonly Buy[]): readonly Buy[] {
  const sorted = [...buys].sort((a, b) => a.share - b.share)
  let best: readonly Buy[] = []
  for (let [from, to] = [0, 0]; to < sorted.length; to++) {
    while (sorted[to]!.share > sorted[from]!.share * (1 + alike)) from++
    const group = sorted.slice(from, to + 1)
    if (new Set(group.map((buy) => buy.to)).size >= fewestAlike && group.length > best.length) best = group
  }
  return best
}

/** Of the supply, by those whose balance was asked; null where nobody's was. */
function heldShareOf(wallets: readonly string[], buyers: LaunchFacts['buyers']): number | null {
  const known = wallets.flatMap((one) => buyers.get(one) ?? [])
  return known.length === 0 ? null : 100 * known.reduce((sum, { heldShare }) => sum + heldShare, 0)
}

export function judgeLaunch(facts: LaunchFacts, now: Date) {
  const { launchBlock, blocks, deployer, given, buyers, funded = null } = facts
  const buys = facts.buys.filter(({ block }) => block < launchBlock + blocks)
  const early = buys.filter(({ block }) => block <= launchBlock + 1)
  const together = [...Map.groupBy(buys, ({ tx }) => tx).values()].filter((list) => new Set(list.map(({ to }) => to)).size >= 2)
  const linked = buys.filter(({ to }) => to === deployer || given.has(to))
  const equal = equalSized(buys)
  const groupsPaid = [...(funded ?? [])]
    .map(([by, accounts]) => ({ by, list: buys.filter(({ to }) => accounts.has(to)) }))
    .filter(({ list }) => new Set(list.map(({ to }) => to)).size >= 2)
  const paid = [...new Set(groupsPaid.flatMap(({ list }) => list))]
  const known = [...new Set(buys.map(({ to }) => to))].flatMap((to) => buyers.get(to) ?? [])
  const fresh = known.filter(({ sent }) => sent <= fewTransactions)
  // null: not looked at, which is no sign and no absence of one.
  const signs: Readonly<Record<string, readonly [weight: number, worth: number | null]>> = {
    first_blocks: [0.5, sat(sharesOf(early) / 0.25)],
    same_transaction: [0.4, sat(sharesOf(together.flat()) / 0.1)],
    equal_sizes: [0.25, equal.length > 0 ? 1 : 0],
    fresh_wallets: [0.2, known.length === 0 ? null : fresh.length / known.length],
    deployer_linked: [0.7, deployer === null ? null : sat(sharesOf(linked) / 0.05)],
    common_funder: [0.4, funded === null ? null : sat(sharesOf(paid) / 0.1)],
  }
  const clear = Object.values(signs).reduce((product, [weight, worth]) => product * (1 - weight * (worth ?? 0)), 1)
  const score = 100 * (1 - clear)
  const parts: Part[] = [
    { id: 'transfers_from_the_pool', weight: 0.55, score },
    { id: 'deployer', weight: 0.15, score: deployer === null ? null : score },
    { id: 'common_funders', weight: 0.15, score: funded === null ? null : score },
    // Payments in the chain's own coin leave no log: who paid the buyers' gas first is not looked for.
    { id: 'common_funders_in_native_coin', weight: 0.15, score: null },
  ]
  const mix = composite(parts, now)
  const groups: readonly (readonly [Kind, readonly Buy[], by?: string])[] = [
    ['first_block', early],
    ...together.map((list) => ['same_transaction', list] as const),
    ['equal_size', equal],
    ['deployer_linked', linked],
    ...groupsPaid.map(({ by, list }) => ['common_funder', list, by] as const),
  ]
  const clusters = groups
    .filter(([, list]) => list.length > 0)
    .map(([kind, list, by]) => {
      const wallets = [...new Set(list.map(({ to }) => to))].sort()
      return {
        kind,
        funder: by ?? null,
        wallets: wallets.slice(0, 20),
        wallet_count: wallets.length,
        bought_pct: 100 * sharesOf(list),
        held_pct: heldShareOf(wallets, buyers),
      }
    })
  const suspects = new Set([...together.flat(), ...equal, ...linked, ...paid].map(({ to }) => to))
  const bought = sharesOf(buys.filter(({ to }) => suspects.has(to)))
  // What became of it is known of those alone whose balance was asked; what one bought more of later makes up for nobody else.
  const kept = [...suspects].flatMap((one) => {
    const [had, has] = [sharesOf(buys.filter(({ to }) => to === one)), buyers.get(one)?.heldShare]
    return has === undefined ? [] : [{ held: Math.min(had, has), gone: Math.max(0, had - has) }]
  })
  const ofKept = (read: (one: (typeof kept)[number]) => number) =>
    kept.length === 0 && suspects.size > 0 ? null : 100 * kept.reduce((sum, one) => sum + read(one), 0)
  const label = buys.length === 0 ? ('nobody_bought' as const) : bySigns.of(score)
  return {
    mix: { ...mix, score, confidence: buys.length === 0 ? Math.min(mix.confidence, 0.3) : mix.confidence },
    label,
    snipe: {
      first_block_pct: 100 * sharesOf(buys.filter(({ block }) => block === launchBlock)),
      first_five_blocks_pct: 100 * sharesOf(buys.filter(({ block }) => block < launchBlock + 5)),
      buyers: new Set(buys.map(({ to }) => to)).size,
      buys: buys.length,
    },
    bundle: {
      wallets: suspects.size,
      bought_pct: 100 * bought,
      looked_at: kept.length,
      still_held_pct: ofKept(({ held }) => held),
      gone_pct: ofKept(({ gone }) => gone),
    },
    clusters,
    signs: Object.fromEntries(
      Object.entries(signs).map(([name, [weight, worth]]) => [name, worth === null ? null : 100 * weight * worth]),
    ),
    said:
      buys.length === 0
        ? 'nobody bought from the pool in these blocks'
        : `${say(100 * sharesOf(early), 1, ' %')} of the supply went in the first two blocks, ${suspects.size} wallets acted as one for ${say(100 * bought, 1, ' %')}`,
  }
}
