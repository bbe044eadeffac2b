// A wallet's reading as plain values, for every service that judges one.
import type { ValueOf } from '../../db/log/topic.ts'
import type { evmAccounts } from '../../ingestors/sources/evm-account/topic.ts'

type Read = ValueOf<typeof evmAccounts>

/** Units as a number; null where the token does not say its digits. */
export const wholeUnits = (units: string, decimals: number | null): number | null =>
  decimals === null ? null : Number(units) / 10 ** decimals

/** Of a busier wallet the newest are read. */
export const transfersKept = 2_000

/** From when on its transfers are known: of one with more than are kept, the oldest of those. */
export const transfersSince = ({ is_cut, transfers, from_time }: Read): string => (is_cut && transfers[0]?.at) || from_time

/** What an answer of a wallet leaves out, by name. */
export function leftOut(value: Read): string[] {
  const since = transfersSince(value).slice(0, 10)
  return [
    ...(value.is_cut ? [`token transfers before ${since}: the newest ${transfersKept} are read`] : []),
    ...(!value.is_cut && value.from_block > 0
      ? [`token transfers before ${since}: the chain’s provider looks no further back`]
      : []),
    ...(value.sanctioned === null ? ['the on-chain oracle of sanctioned addresses: none answered on this chain'] : []),
    ...(value.payments_unread === true ? ['x402 payments: the chain’s provider did not tell them'] : []),
  ]
}

export function toAccount(value: Read) {
  const isWhole = value.from_block === 0 && !value.is_cut
  return {
    kind: value.kind as 'eoa' | 'delegated_eoa' | 'safe',
    chainId: value.chain_id,
    nonce: value.nonce,
    isWhole,
    sanctioned: value.sanctioned,
    firstSeen: value.transfers[0] === undefined ? null : new Date(value.transfers[0].at),
    transfers: value.transfers.map(({ at, other, out, tx }) => ({ at: new Date(at), other, out, tx })),
    holdings: value.tokens
      .map(({ symbol, token, units, decimals, price_usd }) => {
        const whole = wholeUnits(units, decimals)
        return { symbol, token, units: whole, usd: whole === null || price_usd === null ? null : whole * price_usd }
      })
      .filter(({ units }) => units === null || units > 0)
      .sort((a, b) => (b.usd ?? -1) - (a.usd ?? -1) || (a.token < b.token ? -1 : 1)),
    paidByX402: value.payments_unread === true ? null : value.paid_by_x402.length,
    gotByX402: value.payments_unread === true ? null : value.got_by_x402.length,
  }
}
