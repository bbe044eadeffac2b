// A wallet's reading as plain values, for every service that judges one.
import type { ValueOf } from '../../db/log/topic.ts'
import { type evmAccounts, mark } from '../../ingestors/sources/evm-account/topic.ts'

type Read = ValueOf<typeof evmAccounts>

/** Units as a number; null where the token does not say its digits. */
export const wholeUnits = (units: string, decimals: number | null): number | null =>
  decimals === null ? null : Number(units) / 10 ** decimals

/** At most; fewer where the chain's provider does not say of each when it was, or a record of the log holds no more. */
export const transfersKept = 10_000

export interface WalletTransfer {
  /** Names the transaction among the others: its hash, or its place where only that is kept. */
  readonly tx: string
  readonly at: Date
  readonly token: string
  readonly out: boolean
  readonly other: string
  readonly units: string
  readonly isPaidByX402: boolean
  readonly isGotByX402: boolean
}

/** Oldest first. */
export function transfersOf({ older, transfers, paid_by_x402, got_by_x402 }: Read): WalletTransfer[] {
  const [paid, got] = [new Set(paid_by_x402), new Set(got_by_x402)]
  return [
    ...(older === undefined ? [] : fromColumns(older)),
    ...transfers.map(({ tx, at, token, out, other, units }) => ({
      tx,
      at: new Date(at),
      token,
      out,
      other,
      units,
      isPaidByX402: paid.has(tx),
      isGotByX402: got.has(tx),
    })),
  ]
}

function fromColumns({ tokens, others, marks, seconds, token, other, units }: NonNullable<Read['older']>): WalletTransfer[] {
  let [second, place] = [0, -1]
  return units.map((amount, i) => {
    const bits = Number.parseInt(marks[i] ?? '0', 16)
    second += seconds[i]!
    if ((bits & mark.begins) !== 0) place++
    return {
      tx: `older ${place}`,
      at: new Date(second * 1_000),
      token: tokens[token[i]!]!,
      out: (bits & mark.out) !== 0,
      other: others[other[i]!]!,
      units: amount,
      isPaidByX402: (bits & mark.paid) !== 0,
      isGotByX402: (bits & mark.got) !== 0,
    }
  })
}

/** From when on its transfers are known: of one with more than are kept, the oldest of those. */
export function transfersSince({ is_cut, older, transfers, from_time }: Read): string {
  const oldest = older?.seconds[0] === undefined ? transfers[0]?.at : new Date(1_000 * older.seconds[0]).toISOString()
  return (is_cut && oldest) || from_time
}

/** What an answer of a wallet leaves out, by name. */
export function leftOut(value: Read): string[] {
  const since = transfersSince(value).slice(0, 10)
  return [
    ...(value.is_cut
      ? [`token transfers before ${since}: the newest ${value.transfers.length + (value.older?.units.length ?? 0)} are read`]
      : []),
    ...(!value.is_cut && value.from_block > 0
      ? [`token transfers before ${since}: the chain’s provider looks no further back`]
      : []),
    ...(value.sanctioned === null ? ['the on-chain oracle of sanctioned addresses: none answered on this chain'] : []),
    ...(value.payers_unread === undefined
      ? []
      : [`x402 payments of ${value.payers_unread} who sent it tokens, longest ago: not looked for`]),
    ...(value.payments_unread === true ? ['x402 payments: the chain’s provider did not tell them'] : []),
  ]
}

export function toAccount(value: Read) {
  const isWhole = value.from_block === 0 && !value.is_cut
  const transfers = transfersOf(value)
  const isUnread = value.payments_unread === true
  return {
    kind: value.kind as 'eoa' | 'delegated_eoa' | 'safe',
    chainId: value.chain_id,
    nonce: value.nonce,
    isWhole,
    sanctioned: value.sanctioned,
    firstSeen: transfers[0]?.at ?? null,
    transfers,
    holdings: value.tokens
      .map(({ symbol, token, units, decimals, price_usd }) => {
        const whole = wholeUnits(units, decimals)
        return { symbol, token, units: whole, usd: whole === null || price_usd === null ? null : whole * price_usd }
      })
      .filter(({ units }) => units === null || units > 0)
      .sort((a, b) => (b.usd ?? -1) - (a.usd ?? -1) || (a.token < b.token ? -1 : 1)),
    paidByX402: isUnread ? null : (value.paid_count ?? value.paid_by_x402.length),
    gotByX402: isUnread ? null : (value.got_count ?? value.got_by_x402.length),
  }
}
