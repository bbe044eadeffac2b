// Which market a buyer means: an alias, a CFTC code or a contract's name, however it is capitalised.
import { TollgateError } from '../../../errors.ts'
import { type Market, markets } from '../../../ingestors/sources/cftc-cot/topic.ts'

export const marketPattern = '^[A-Za-z0-9 &+./_#-]{2,60}$'

const byName = new Map(
  markets.flatMap((market) =>
    [market.alias, market.code, market.name, `${market.name} - ${market.exchange}`].map((name) => [canonical(name), market]),
  ),
)

export const marketOfCode = (code: string): Market | undefined => markets.find((market) => market.code === code)

export function findMarket(text: string): Market {
  if (typeof text !== 'string' || !new RegExp(marketPattern).test(text))
    throw new TollgateError('input_invalid', 'market must be 2 to 60 letters, digits or & + . / _ # -')
  const market = byName.get(canonical(text))
  if (market === undefined) {
    const allowed = markets.map(({ alias }) => alias).join(', ')
    throw new TollgateError('input_unusable', `${text.slice(0, 60)} is not a followed market; allowed: ${allowed}`)
  }
  return market
}

// A plus sign in a query string arrives as a blank, so the codes that end in one are known without it.
function canonical(name: string): string {
  return name.trim().replace(/\+$/, '').replaceAll(/\s+/g, ' ').toLowerCase()
}
