// The one place where dollar prices become a token's atomic units and back: decimal strings and bigint, never floats.
import { TollgateError } from '../../../base/errors.ts'

/** A price in dollars as a plain decimal string: "0.10". */
export type Usd = string & { readonly __usd: true }

const decimal = /^(0|[1-9]\d{0,30})(?:\.(\d{1,18}))?$/

export function usd(text: string): Usd {
  if (!decimal.test(text)) throw new TollgateError('definition_invalid', `${JSON.stringify(text)} is not a price in dollars.`)
  return text as Usd
}

/** A price that a token cannot express exactly is an error, never a rounding. */
export function toAtomic(price: Usd, decimals: number): bigint {
  const [, whole, fraction = ''] = decimal.exec(usd(price))!
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > decimals) {
    throw new TollgateError('definition_invalid', `A price of ${price} has more digits than the token's ${decimals}.`)
  }
  return BigInt(whole! + digits.padEnd(decimals, '0'))
}

export function fromAtomic(amount: bigint, decimals: number): Usd {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${digits.slice(0, digits.length - decimals)}${fraction === '' ? '' : `.${fraction}`}` as Usd
}

/** As prices are written, in cents at least and nothing rounded: "0.1" is "$0.10". */
export function inDollars(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.')
  return `$${whole}.${part.padEnd(2, '0')}`
}
