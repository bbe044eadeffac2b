// Which texts are sums of money or counts, as bills write them.

const codes = new Set(
  'AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS INR JPY KRW MXN NOK NZD PLN RON Rs Rs. SAR SEK SGD THB TRY TWD USD ZAR'.split(
    ' ',
  ),
)
const endings = new Set(['CR', 'DR', 'Cr', 'Dr', '%'])
const parts = /^([-–−(+]?)\s?(\p{L}{2,3}\.?|\p{Sc})?\s?[-–−]?(\d[\d., '’\u00a0\u202f]*)(\p{L}{2,3}\.?|\p{Sc}|%)?\)?[-–−]?$/u
const digits = /^(?:\d{1,3}(?:[., '’\u00a0\u202f]\d{3})+|\d{1,9})(?:[.,]\d{1,4})?\s?$/
const longest = 32

/** A sum or a count, with its sign and its currency. */
export function isAmount(text: string): boolean {
  const [, , before, number, after] = (text.length <= longest && parts.exec(text)) || []
  if (number === undefined || !digits.test(number)) return false
  const isCurrency = (word: string) => codes.has(word) || /^\p{Sc}$/u.test(word)
  return (before === undefined || isCurrency(before)) && (after === undefined || isCurrency(after) || endings.has(after))
}

/** One that says it is money or a share, by its currency or its decimals: a page's number does not. */
export const isPrecise = (text: string): boolean => isAmount(text) && /[\p{Sc}%\p{L}]|\d[.,]\d{2,3}(?!\d)/u.test(text)
