// An ownership filing as the formula takes it: one owner speaks for all that filed together.
import type { ValueOf } from '../../db/log/topic.ts'
import type { insiderFilings } from '../../ingestors/sources/sec-form4/topic.ts'
import type { Filing } from './insider-amendments.ts'

type Reported = Omit<ValueOf<typeof insiderFilings>, 'ticker' | 'issuer' | 'issuer_cik'>

export function readFiling(value: Reported): Filing {
  // A filing of several owners is one of one holding: the first speaks for it.
  const owner = value.owners[0]!
  const relation = owner.is_officer
    ? 'officer'
    : owner.is_director
      ? 'director'
      : owner.is_ten_pct
        ? 'ten per cent owner'
        : 'other'
  return {
    accession: value.accession,
    form: value.form,
    filedAt: new Date(value.filed_at),
    period: value.period,
    originalDate: value.original_date ?? null,
    url: value.url,
    plan: value.plan_10b5_1,
    owner: { cik: owner.cik, name: owner.name, role: owner.title ?? relation },
    trades: value.trades.map((trade) => ({
      date: trade.date,
      code: trade.code,
      acquired: trade.acquired,
      shares: trade.shares,
      priceUsd: trade.price_usd,
      sharesAfter: trade.shares_after,
    })),
  }
}
