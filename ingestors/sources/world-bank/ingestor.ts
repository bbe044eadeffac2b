// Polls the list of countries and eighteen indicators; aggregates stand among the countries, and most figures are years old.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readList, readNumber, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { monthOf, readFigure } from '../../shapes/yearly-figures.ts'
import { profiles } from './topic.ts'

const measures = {
  'GC.XPN.INTP.RV.ZS': 'interest_to_revenue_pct',
  'FI.RES.TOTL.MO': 'reserves_months',
  'FI.RES.TOTL.CD': 'reserves_usd',
  'DT.DOD.DSTC.IR.ZS': 'short_term_debt_to_reserves_pct',
  'PA.NUS.FCRF': 'per_dollar',
  'NY.GDP.MKTP.PP.CD': 'gdp_ppp_usd',
  'NY.GDP.MKTP.KD.ZG': 'growth_pct',
  'FP.CPI.TOTL.ZG': 'inflation_pct',
  'BN.CAB.XOKA.GD.ZS': 'current_account_pct_gdp',
  // Of central government alone, and of fewer states than the IMF judges.
  'GC.DOD.TOTL.GD.ZS': 'central_debt_pct_gdp',
  'GC.NLD.TOTL.GD.ZS': 'central_balance_pct_gdp',
  'GC.REV.XGRT.GD.ZS': 'central_revenue_pct_gdp',
  'VA.EST': 'voice',
  'PV.EST': 'stability',
  'GE.EST': 'effectiveness',
  'RQ.EST': 'regulation',
  'RL.EST': 'rule_of_law',
  'CC.EST': 'corruption_control',
} as const

interface Answers {
  readonly countries: unknown
  readonly indicators: Readonly<Record<string, unknown>>
}

const base = 'https://api.worldbank.org/v2/country'
const yearsBack = 6
const governance = /\.EST$/

export default defineIngestor<ValueOf<typeof profiles>, Answers>({
  source: 'world-bank',
  topic: profiles,
  schedule: '30 4 * * *',
  grade: 'B',
  proof: 'captured 2026-09-05',
  apart: 3,
  async fetch({ http, at, signal, setAside }) {
    const countries = await http.json(`${base}?format=json&per_page=500`, { signal })
    const indicators: Record<string, unknown> = {}
    const year = at.getUTCFullYear()
    for (const code of Object.keys(measures)) {
      // Governance lies in a database of its own.
      const source = governance.test(code) ? '&source=3' : ''
      const url = `${base}/all/indicator/${code}?format=json&per_page=5000&date=${year - yearsBack}:${year}${source}`
      const answer = await fetchedOrAside(code, http.json(url, { signal }), setAside)
      if (answer !== undefined) indicators[code] = answer
    }
    return { countries, indicators }
  },
  parse({ countries, indicators }, at) {
    const found = Object.entries(measures).flatMap(([code, measure]) =>
      // A retired one is told as set aside.
      (code in indicators ? rowsOf(indicators[code], code) : []).flatMap((row) => {
        if (readRow(row.indicator, 'indicator').id !== code)
          throw new TollgateError('upstream_changed', `a row is not of ${code}`)
        const iso3 = readTextOrNull(row.countryiso3code, 'countryiso3code')
        return iso3 === null ? [] : (readFigure(measure, iso3, readText(row.date, 'date'), row.value) ?? [])
      }),
    )
    const byCountry = Map.groupBy(found, ({ iso3 }) => iso3)
    return rowsOf(countries, 'the countries').flatMap((row) => {
      const iso3 = readText(row.id, 'id')
      const figures = byCountry.get(iso3)
      // An aggregate belongs to no region.
      if (readText(readRow(row.region, 'region').value, 'a region') === 'Aggregates' || figures === undefined) return []
      return [
        {
          iso3,
          name: readText(row.name, 'name'),
          income_group: readTextOrNull(readRow(row.incomeLevel, 'incomeLevel').value, 'income level'),
          read_in: monthOf(at),
          figures: figures.map(({ figure }) => figure),
          vintage: at.toISOString(),
        },
      ]
    })
  },
})

// Two parts: about the page, and its rows. A complaint is one part.
function rowsOf(raw: unknown, what: string): readonly Row[] {
  const [about, rows] = readList(raw, what)
  if (readNumber(readRow(about, `${what}'s page`).pages, 'pages') !== 1)
    throw new TollgateError('upstream_changed', `${what} has more pages than one`)
  return readRows(rows, what)
}
