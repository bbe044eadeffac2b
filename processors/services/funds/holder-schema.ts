// The sections of a listed company's answer: who reported to hold it.
import Type from 'typebox'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const day = Type.String({ format: 'date' })
const count = Type.Integer({ minimum: 0 })

const position = {
  name: Type.String(),
  cik: Type.String({ description: 'the manager’s number at the SEC' }),
  shares: Type.Number(),
  value_usd: Type.Number({ description: 'at the quarter’s end' }),
}

const options = Type.Object({
  managers: count,
  shares: Type.Number({ description: 'underlying; in no other figure' }),
})

export const holderSections = {
  company: Type.Object({
    ticker: Type.String(),
    name: Type.String(),
    cik: Type.String(),
    cusip: Type.String(),
    shares_outstanding: maybe('as the company counted them; null where it has several classes'),
    outstanding_as_of: Type.Union([day, Type.Null()]),
  }),
  ownership: Type.Object(
    {
      period: Type.String({ format: 'date', description: 'the quarter’s end the holdings are of' }),
      received_until: Type.String({ format: 'date', description: 'reports that came later are not counted yet' }),
      lag_days: Type.Integer({ description: 'from the quarter’s end to that day' }),
      holders: count,
      shares: Type.Number(),
      pct_outstanding: maybe('may pass 100: lent shares are reported by lender and buyer'),
      value_usd: Type.Number(),
      top10_pct: maybe('of the shares these managers hold'),
      delta_shares_pct: maybe('against the quarter before, of managers that reported both times, splits undone'),
      delta_holders: Type.Integer(),
      new_count: count,
      closed_count: count,
      split_ratio: maybe('new shares for one old within the quarter; null where none'),
      principal_usd: Type.Number({ description: 'debt under the same number; in no other figure' }),
    },
    { description: 'of managers who must report to the SEC (form 13F): long positions only' },
  ),
  top_holders: Type.Array(
    Type.Object({
      ...position,
      pct_outstanding: maybe(''),
      delta_shares_pct: maybe('null where it held none, or reported nothing, a quarter before'),
    }),
    { description: 'the largest 25' },
  ),
  new: Type.Array(Type.Object(position), { description: 'the largest 25 of those who held none a quarter before' }),
  closed: Type.Array(Type.Object({ name: Type.String(), cik: Type.String(), shares_before: Type.Number() }), {
    description: 'the largest 25 of those who held some a quarter before',
  }),
  recent: Type.Union(
    [
      Type.Object({
        period: day,
        managers: Type.Integer({ minimum: 1 }),
        shares: Type.Number(),
        value_usd: Type.Number(),
        compared: Type.Object({
          managers: Type.Integer({ minimum: 0, description: 'those of them among the largest holders, or the newest, above' }),
          delta_shares_pct: maybe('of these against what they held then; a split since is not undone'),
        }),
        largest: Type.Array(
          Type.Object({
            ...position,
            filed_at: Type.String({ format: 'date-time' }),
            delta_shares_pct: maybe('null where it is not among those above'),
          }),
        ),
      }),
      Type.Null(),
    ],
    { description: 'positions above 50 million dollars already reported of a later quarter, whose set is not out yet' },
  ),
  options: Type.Object({ puts: options, calls: options }),
  activists: Type.Array(
    Type.Object({
      filer: Type.String(),
      form: Type.String({ description: 'SCHEDULE 13D: means to have a say; 13G: does not; /A: amended' }),
      pct: maybe('of the class'),
      shares: maybe(''),
      date: Type.String({ format: 'date-time', description: 'when it was filed' }),
      event_date: day,
      joint_filers: Type.Integer({ minimum: 0 }),
      url: Type.String(),
    }),
    { description: 'the newest word of each holder above 5 %, the latest first' },
  ),
  history: Type.Array(Type.Object({ period: day, holders: count, shares: Type.Number(), value_usd: Type.Number() }), {
    description: 'the quarters there are, newest first, as they were reported',
  }),
}
