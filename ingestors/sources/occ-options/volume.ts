// The clearing house's volume of a day: contracts by exchange, side and account, C customers, F firms and M market makers.
import { TollgateError } from '../../../base/errors.ts'
import { parseCsv, toIsoDate, toNumber } from '../../formats/csv.ts'
import type { OptionsDay } from './topic.ts'

const columns = ['quantity', 'symbol', 'actype', 'porc', 'actdate']
const accounts = { C: 'customers', F: 'firms', M: 'makers' } as const

/** null where nothing was traded that day. */
export function readVolume(text: string): (OptionsDay['volume'] & { readonly date: string }) | null {
  const rows = parseCsv(text, columns)
  const date = rows[0]?.actdate
  if (date === undefined) return null
  const none = () => ({ calls: 0, puts: 0 })
  const volume = { all: none(), customers: none(), firms: none(), makers: none() }
  for (const row of rows) {
    const side = row.porc === 'C' ? 'calls' : row.porc === 'P' ? 'puts' : null
    const account = accounts[row.actype as keyof typeof accounts]
    const quantity = toNumber(row.quantity)
    if (
      side === null ||
      account === undefined ||
      quantity === null ||
      quantity < 0 ||
      !Number.isInteger(quantity) ||
      row.actdate !== date
    )
      throw new TollgateError('upstream_changed', `a row of volume is ${JSON.stringify(row).slice(0, 80)}`)
    if (!/^[A-Z0-9]{1,7}$/.test(row.symbol!)) throw new TollgateError('upstream_changed', 'a row of volume has no symbol')
    // Contracts that were changed by a split or a merger are other things.
    if (/\d/.test(row.symbol!)) continue
    volume.all[side] += quantity
    volume[account][side] += quantity
  }
  return { date: toIsoDate(date), ...volume }
}
