// A page of the report's markets: those that are asked for, of enough debt, largest collateral first.
import Type from 'typebox'
import { TollgateError } from '../../../../base/errors.ts'
import { count, orNull } from './sections.ts'

/** What is asked for where nothing else is: with all that a market says, well under 200 kB. */
export const defaultLimit = 40
export const mostLimit = 200

export const reportPage = Type.Object(
  {
    markets: count('markets of the chain'),
    matched: count('of which the filters let through'),
    offset: count('matched markets before this page'),
    returned: count('markets on this page'),
    next_offset: orNull(Type.Integer({ minimum: 0, description: 'offset of the next page; null: this is the last' })),
  },
  { description: 'which of the markets are listed; totals are of all of them' },
)

export type ReportFilters = {
  readonly market?: string
  readonly min_debt_usd?: number
  readonly limit?: number
  readonly offset?: number
}

type Market = {
  readonly protocol: string
  readonly id: string
  readonly name: string
  readonly collateral_token: string
  readonly borrowers: { readonly debt_usd: number }
}
type Body = { readonly markets: readonly Market[] }

/** Of a whole report. A market that is asked for by a name nothing has is refused, before anybody pays. */
export function pageOf<B extends Body>(body: B, { market, min_debt_usd, limit = defaultLimit, offset = 0 }: ReportFilters) {
  const named = market === undefined ? body.markets : body.markets.filter((one) => isNamed(one, market))
  if (market !== undefined && named.length === 0)
    throw new TollgateError(
      'input_unusable',
      `market: no market has the id, name, collateral or protocol ${JSON.stringify(market)}`,
    )
  const matched = named.filter(({ borrowers }) => borrowers.debt_usd >= (min_debt_usd ?? 0))
  const markets = matched.slice(offset, offset + limit)
  const next = offset + markets.length
  const page = {
    markets: body.markets.length,
    matched: matched.length,
    offset,
    returned: markets.length,
    next_offset: next < matched.length ? next : null,
  }
  return { ...body, page, markets }
}

function isNamed({ id, name, collateral_token, protocol }: Market, asked: string): boolean {
  const wanted = asked.trim().toLowerCase()
  return [id, name, collateral_token, protocol].some((own) => own.toLowerCase() === wanted)
}
