// How established a wallet is by what its chain shows: age, transactions, counterparties, holdings. A statement about an address, never about a person.
import { ageDays, clip, composite, type Part, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'

export const standings = ['blocked', 'thin', 'neutral', 'good', 'trusted'] as const
const byScore = ladder(['neutral', 'good', 'trusted'], [40, 65])

export interface Account {
  readonly kind: 'eoa' | 'delegated_eoa' | 'safe'
  readonly chainId: number
  readonly nonce: number
  readonly isWhole: boolean
  readonly sanctioned: boolean | null
  readonly firstSeen: Date | null
  readonly transfers: readonly { readonly at: Date; readonly other: string; readonly out: boolean; readonly tx: string }[]
  readonly holdings: readonly {
    readonly symbol: string | null
    readonly token: string
    readonly units: number | null
    readonly usd: number | null
  }[]
  /** null: the provider did not tell. */
  readonly paidByX402: number | null
  readonly gotByX402: number | null
}

const dayMs = 86_400_000
const sat = (x: number): number => clip(x, 0, 1)
const weights = { age: 20, transactions: 20, counterparties: 15, holdings: 15, protocol_use: 15, hygiene: 15 }

export function readActivity({ transfers, firstSeen, nonce }: Account, now: Date) {
  const recent = transfers.filter(({ at }) => at.getTime() >= now.getTime() - 90 * dayMs)
  return {
    firstSeen,
    ageDays: firstSeen === null ? null : ageDays(firstSeen, now),
    sent: nonce,
    transfers: transfers.length,
    counterparties: new Set(transfers.map(({ other }) => other)).size,
    activeDays90: new Set(recent.map(({ at }) => Math.floor(at.getTime() / dayMs))).size,
    lastSeen: transfers.at(-1)?.at ?? null,
  }
}

export function scoreWallet(account: Account, now: Date) {
  const activity = readActivity(account, now)
  const usd = account.holdings.reduce((sum, one) => sum + (one.usd ?? 0), 0)
  const of = (worth: number | null) => (worth === null ? null : 100 * sat(worth))
  const parts: Part[] = [
    { id: 'age', weight: weights.age, score: of(activity.ageDays === null ? null : activity.ageDays / 730) },
    { id: 'transactions', weight: weights.transactions, score: of(Math.log10(1 + activity.sent) / 3) },
    { id: 'counterparties', weight: weights.counterparties, score: of(activity.counterparties / 100) },
    { id: 'holdings', weight: weights.holdings, score: of(Math.log10(1 + usd) / 6) },
    // Which protocols it uses, and what it allowed whom, is not read yet.
    { id: 'protocol_use', weight: weights.protocol_use, score: null },
    { id: 'hygiene', weight: weights.hygiene, score: null },
  ]
  const mix = composite(parts, now)
  const isThin = activity.sent + activity.transfers < 5 || (activity.ageDays ?? 0) < 7
  const label: (typeof standings)[number] = account.sanctioned === true ? 'blocked' : isThin ? 'thin' : byScore.of(mix.score)
  const score = account.sanctioned === true ? 0 : isThin ? Math.min(mix.score, 30) : mix.score
  const subscores = Object.fromEntries(parts.flatMap(({ id, score }) => (score === null ? [] : [[id, score]])))
  return { mix: { ...mix, score }, label, activity, usd, subscores, summary: summarize(account, label, activity, usd) }
}

function summarize(account: Account, label: string, activity: ReturnType<typeof readActivity>, usd: number): string {
  const age = `${account.isWhole ? '' : 'at least '}${say(activity.ageDays, 0)} days old`
  const screened =
    account.sanctioned === null
      ? 'not screened on this chain'
      : account.sanctioned
        ? 'on the sanctions oracle'
        : 'not on the sanctions oracle'
  return (
    `Wallet on chain ${account.chainId}: ${label}; ${age}, ${activity.sent} transactions sent, ${activity.counterparties} counterparties, ` +
    `${say(usd, 0)} USD in priced tokens, x402 payments made: ${account.paidByX402 ?? 'not read'}; ${screened}.`
  )
}
