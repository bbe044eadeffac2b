// A futures market: an alias, a CFTC code or a contract's name, however it is capitalised. Its canonical form is the CFTC code.
import { type Market, markets } from '../../ingestors/sources/cftc-cot/topic.ts'
import { defineText, unusable } from './kind.ts'

// Names that other feeds use for the same contracts.
const nicknames: Readonly<Record<string, string>> = {
  crude: 'wti',
  crudeoil: 'wti',
  oil: 'wti',
  naturalgas: 'natgas',
  maize: 'corn',
  spx: 'sp500',
  nasdaq: 'nasdaq100',
  russell: 'russell2000',
  euro: 'eur',
  yen: 'jpy',
  pound: 'gbp',
  franc: 'chf',
  dollar: 'usd',
  bitcoin: 'btc',
  '2y': 'ust2y',
  '5y': 'ust5y',
  '10y': 'ust10y',
  bonds: 'ust30y',
}

// A plus sign in a query string arrives as a blank, so the codes that end in one are known without it.
const plain = (name: string): string => name.trim().replace(/\+$/, '').replaceAll(/\s+/g, ' ').toLowerCase()

const byName = new Map(
  markets.flatMap((market) =>
    [market.alias, market.code, market.name, `${market.name} - ${market.exchange}`].map((name) => [plain(name), market]),
  ),
)
const aliases = markets.map(({ alias }) => alias)
const allowed = aliases.join(', ')

export const marketOfCode = (code: string): Market | undefined => markets.find((market) => market.code === code)

export const market = defineText({
  kind: 'market',
  wanted: '2 to 60 letters, digits or & + . / _ # -',
  pattern: '^[A-Za-z0-9 &+./_#-]{2,60}$',
  leastLength: 2,
  mostLength: 60,
  example: 'gold',
  description: 'alias (gold, sp500, eur, wti, …), CFTC contract code or contract name',
  otherNames: ['commodity', 'symbol', 'm'],
  canonical(text, asked) {
    const name = plain(text)
    // "S&P 500", "nasdaq-100" and "crude oil" as people write them.
    const close = name.replaceAll(/[^a-z0-9]/g, '')
    const found = byName.get(name) ?? byName.get(nicknames[close] ?? close)
    if (found === undefined) throw unusable(asked, text, `is not a followed market; allowed: ${allowed}`, aliases)
    return found.code
  },
})
