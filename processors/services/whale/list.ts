// The transfers of all looks as they count: netted within their transaction, valued, and with both sides named where a list names them.
import { partyOf } from './labels.ts'
import { netTransfers } from './netting.ts'
import { kindOf, type Look, type Side, type Whale } from './signal.ts'

const nobody = `0x${'0'.repeat(40)}`

export function listWhales(looks: readonly Look[]): Whale[] {
  return looks.flatMap(({ chainId, tokens, transfers }) => {
    const byToken = new Map(tokens.map((one) => [one.token, one]))
    return netTransfers(transfers).flatMap(({ units, ...one }) => {
      const token = byToken.get(one.token)
      if (token === undefined || token.usd === null) return []
      const amount = Number(units) / 10 ** token.decimals
      const sides = { from: sideOf(chainId, one.from), to: sideOf(chainId, one.to) }
      const kind = kindOf(sides.from, sides.to)
      return [{ ...one, asset: token.symbol, amount, usd: amount * token.usd, isStable: token.isStable, kind, sides }]
    })
  })
}

function sideOf(chainId: number, address: string): Side {
  if (address === nobody) return { address, label: null, kind: 'nobody' }
  const party = partyOf(chainId, address)
  return { address, label: party?.label ?? null, kind: party?.kind ?? 'unknown' }
}
