// Polls the list of countries and eighteen indicators; aggregates stand among the countries, and most figures are years old.

import { namesOf } from '../../../base/records.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { readRow, readText, readTextOrNull } from '../../formats/json.ts'
import { readCountry, readPage } from '../../formats/world-bank.ts'
import { type Fetched, fetchTables, readTables } from '../../shapes/tables.ts'
import { figuresByCountry, readFigure } from '../../shapes/yearly-figures.ts'
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
  'GOV_WGI_VA.EST': 'voice',
  'GOV_WGI_PV.EST': 'stability',
  'GOV_WGI_GE.EST': 'effectiveness',
  'GOV_WGI_RQ.EST': 'regulation',
  'GOV_WGI_RL.EST': 'rule_of_law',
  'GOV_WGI_CC.EST': 'corruption_control',
} as const

type Code = keyof typeof measures

interface Answers {
  readonly countries: unknown
  readonly indicators: readonly Fetched<Code>[]
}

const base = 'https://api.worldbank.org/v2/country'
const yearsBack = 6
// What is judged against its own ten years.
const longest: readonly string[] = ['NY.GDP.MKTP.KD.ZG', 'FP.CPI.TOTL.ZG', 'FI.RES.TOTL.MO']
const longYearsBack = 11
const governance = /^GOV_WGI_/

export default defineIngestor<ValueOf<typeof profiles>, Answers>({
  source: 'world-bank',
  topic: profiles,
  schedule: '30 4 * * *',
  grade: 'B',
  proof: 'captured 2026-09-05',
  apart: 2,
  async fetch(context) {
    const { http, at, signal } = context
    const countries = await http.json(`${base}?format=json&per_page=500`, { signal })
    const year = at.getUTCFullYear()
    const tables = namesOf(measures).map((id) => {
      // Governance lies in a database of its own.
      const source = governance.test(id) ? '&source=3' : ''
      return {
        id,
        url: `${base}/all/indicator/${id}?format=json&per_page=5000&date=${year - (longest.includes(id) ? longYearsBack : yearsBack)}:${year}${source}`,
      }
    })
    return { countries, indicators: await fetchTables(tables, context, (url) => http.json(url, { signal }), 3) }
  },
  parse({ countries, indicators }, at, setAside) {
    const byCountry = figuresByCountry(readTables(indicators, readYears, setAside), at)
    return readPage(countries, 'the countries').flatMap((row) => {
      const own = byCountry.get(readText(row.id, 'id'))
      // An aggregate belongs to no region.
      if (readText(readRow(row.region, 'region').value, 'a region') === 'Aggregates' || own === undefined) return []
      const { iso3, ...figures } = own
      const income_group = readTextOrNull(readRow(row.incomeLevel, 'incomeLevel').value, 'income level')
      return [{ iso3, name: readText(row.name, 'name'), income_group, ...figures }]
    })
  },
})

const readYears = (code: Code, body: unknown) =>
  readPage(body, code).flatMap((row) => {
    const iso3 = readCountry(row, code)
    return iso3 === null ? [] : (readFigure(measures[code], iso3, readText(row.date, 'date'), row.value) ?? [])
  })
