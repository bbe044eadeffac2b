// The symbol of an issuer as its filers write it: with its exchange before it, in brackets, beside its other classes, or a word for none.
const form = /^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$/
const nothing = /^(N\/?A|N\.A\.?|NONE|NULL|NIL|TBD|UNKNOWN|UNLISTED|PRIVATE|(NOT|NO) .*)$/
const exchange = /^(NYSE|NYSE (AMERICAN|ARCA|MKT)|NASDAQ|NASDAQ[A-Z ]{0,5}|AMEX|OTC|OTC[A-Z]{1,3}|OTC (PINK|MARKETS)|TSX|NONE)$/

/** null: it has none, so nobody can ask for it. Of several classes the first. */
export function readSymbol(text: string): string | null {
  const written = unwrapped(text.trim().toUpperCase())
  const symbols = withoutExchange(withoutExchange(written, ':'), '/')
  if (nothing.test(symbols)) return null
  // N O G is one symbol, BIO BIOB are two.
  const first = /^([A-Z] ){2,4}[A-Z]$/.test(symbols) ? symbols.replaceAll(' ', '') : symbols.split(/[,;&\s]/)[0]!
  const [symbol, rest] = split(first, '/')
  // BRK/B is one class of a share, MOG.A/MOG.B are two.
  const one = (rest !== null && rest.length <= 2 ? `${symbol}-${rest}` : symbol).replace(/\.(OB|PK|QB)$/, '').replace('.', '-')
  return form.test(one) && !nothing.test(one) && !exchange.test(one) ? one : null
}

function withoutExchange(text: string, mark: string): string {
  const [before, after] = split(text, mark)
  return after !== null && exchange.test(before.trim()) ? after.trim() : text
}

function split(text: string, at: string): [string, string | null] {
  const place = text.indexOf(at)
  return place < 0 ? [text, null] : [text.slice(0, place), text.slice(place + 1)]
}

/** Without what is put around it, on either side. */
function unwrapped(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && '("\'['.includes(text[start]!)) start++
  while (end > start && ')"\'].'.includes(text[end - 1]!)) end--
  return text.slice(start, end).trim()
}
