// What the rows of form 13F mean, in a data set as in a filing: shares, debt or options, and dollars or thousands of them.
import { TollgateError } from '../../base/errors.ts'
import { toNumber } from '../formats/csv.ts'

export const heldKinds = ['shares', 'principal', 'put', 'call'] as const
export type HeldKind = (typeof heldKinds)[number]

const firstInDollars = '2023-01-03'

/** Values were thousands of dollars until the form changed. */
export const usdPerUnit = (filedAt: string): number => (filedAt < firstInDollars ? 1_000 : 1)

export function kindOf(type: string, putCall: string): HeldKind {
  const option = putCall.toLowerCase()
  if (option === 'put' || option === 'call') return option
  if (option !== '') throw changed(`${putCall.slice(0, 20)} is neither put nor call`)
  if (type.toUpperCase() === 'SH') return 'shares'
  if (type.toUpperCase() === 'PRN') return 'principal'
  throw changed(`${type.slice(0, 20)} is neither shares nor principal`)
}

export function readAmount(text: string): number {
  const amount = toNumber(text)
  if (amount === null) throw changed(`${JSON.stringify(text.slice(0, 20))} is no amount`)
  return amount
}

const changed = (what: string) => new TollgateError('upstream_changed', `13F: ${what}`)
