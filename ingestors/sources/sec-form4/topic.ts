// What insiders of listed companies report of their own trades, one fact a filing.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintageIfAny } from '../../shapes/vintage.ts'

const maybe = Type.Union([Type.Number(), Type.Null()])
const flag = Type.Union([Type.Boolean(), Type.Null()])

export const filingMembers = {
  accession: Type.String({ pattern: '^\\d{10}-\\d{2}-\\d{6}$' }),
  form: Type.String({ enum: ['4', '4/A'] }),
  filed_at: Type.String({ format: 'date-time' }),
  period: Type.String({ format: 'date' }),
  /** Optional: filings on the log from before it was read do not have it. */
  original_date: Type.Optional(
    Type.Union([Type.String({ format: 'date' }), Type.Null()], { description: 'when what an amendment amends was filed' }),
  ),
  ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
  issuer: Type.String({ minLength: 1 }),
  issuer_cik: Type.String({ pattern: '^\\d{10}$' }),
  owners: Type.Array(
    Type.Object({
      cik: Type.String({ pattern: '^\\d{10}$' }),
      name: Type.String({ minLength: 1 }),
      title: Type.Union([Type.String(), Type.Null()]),
      is_director: flag,
      is_officer: flag,
      is_ten_pct: flag,
    }),
    { minItems: 1 },
  ),
  plan_10b5_1: flag,
  trades: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date' }),
      code: Type.String({ pattern: '^[A-Z]$', description: 'P bought and S sold in the open market' }),
      acquired: Type.Boolean(),
      shares: Type.Number({ minimum: 0 }),
      price_usd: maybe,
      shares_after: maybe,
    }),
  ),
  url: Type.String(),
}

export const insiderFilings = defineTopic({
  name: 'sec.insider-filings.v1',
  origin: {
    id: 'sec-form4',
    name: 'SEC EDGAR ownership filings',
    url: 'https://www.sec.gov/edgar',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema: Type.Object({ ...filingMembers, vintage: vintageIfAny }),
  moves: { days: 4, of: 'any' },
  retention: { days: 1_200 },
  key: (value) => value.ticker,
  // Two filings of one second are two facts: the thousandths are the filing's number's, not the clock's.
  observedAt: (value) =>
    new Date(Math.floor(Date.parse(value.filed_at) / 1_000) * 1_000 + (Number(value.accession.slice(-6)) % 1_000)),
  ...revisedByVintage,
})
