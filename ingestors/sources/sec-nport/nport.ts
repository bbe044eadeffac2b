// Reads one fund report: flows whose redemptions some filers write as negative, one class's returns, and the sums over all holdings.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { allOf, type Element, needText, parseXml, textAt } from '../../formats/xml.ts'
import type { fundReports, Holding } from './topic.ts'

export type Report = ValueOf<typeof fundReports>
export type ReadReport = Omit<Report, 'ticker' | 'accession' | 'filed_at'>

const mostShown = 50
// What a derivative is; debt is DBT.
const derivatives = new Set(['DCO', 'DCR', 'DE', 'DFE', 'DIR', 'DO'])
const notSaid = /^(N\/A|XX|)$/

interface Held extends Holding {
  readonly asset: string
  readonly country: string
}

export function readReport(text: string, seriesId: string, classId: string): ReadReport {
  const root = parseXml(text, 'edgarSubmission')
  const [info, fund] = [within(root, 'formData', 'genInfo'), within(root, 'formData', 'fundInfo')]
  const series = needText(info, 'seriesId')
  if (series !== seriesId) throw new TollgateError('upstream_changed', `${series.slice(0, 20)} was answered for ${seriesId}`)
  const list = root.children.find(({ name }) => name === 'formData')!.children.find(({ name }) => name === 'invstOrSecs')
  const held = list === undefined ? [] : allOf(list, 'invstOrSec').map(readHolding)
  const long = held.filter(({ pct }) => pct > 0).sort((a, b) => b.pct - a.pct || (a.name < b.name ? -1 : 1))
  return {
    series_id: seriesId,
    class_id: classId,
    name: needText(info, 'seriesName'),
    report_date: toIsoDate(needText(info, 'repPdDate')),
    is_final: readYes(needText(info, 'isFinalFiling')),
    net_assets_usd: readAmount(needText(fund, 'netAssets')),
    months: readMonths(fund, classId),
    holdings: held.length,
    top: long.slice(0, mostShown).map(({ name, ticker, cusip, pct, value_usd }) => ({ name, ticker, cusip, pct, value_usd })),
    top10_pct: sum(long.slice(0, 10).map(({ pct }) => pct)),
    hhi: sum(long.map(({ pct }) => pct ** 2)),
    derivatives_pct: sum(held.map(({ asset, pct }) => (derivatives.has(asset) ? Math.abs(pct) : 0))),
    by_asset: sharesBy(held, ({ asset }) => asset),
    by_country: sharesBy(held, ({ country }) => country),
  }
}

function within(element: Element, ...path: readonly string[]): Element {
  return path.reduce((inner, name) => {
    const found = inner.children.find((child) => child.name === name)
    if (found === undefined) throw new TollgateError('upstream_changed', `a fund report has no ${name}`)
    return found
  }, element)
}

function readMonths(fund: Element, classId: string): Report['months'] {
  const classes = allOf(within(fund, 'returnInfo', 'monthlyTotReturns'), 'monthlyTotReturn')
  const own = classes.find(({ attributes }) => attributes.classId === classId)?.attributes ?? {}
  return [1, 2, 3].map((month) => {
    const { sales, reinvestment, redemption } = within(fund, `mon${month}Flow`).attributes
    const redeemed = orNull(redemption)
    return {
      sales_usd: orNull(sales),
      reinvested_usd: orNull(reinvestment),
      // A redemption is money out, whichever sign the filer gave it.
      redeemed_usd: redeemed === null ? null : Math.abs(redeemed),
      return_pct: orNull(own[`rtn${month}`]),
    }
  })
}

function readHolding(one: Element): Held {
  const conditional = one.children.find(({ name }) => name === 'assetConditional')?.attributes.assetCat
  const asset = textAt(one, 'assetCat') ?? conditional ?? ''
  if (!/^[A-Z-]{2,12}$/.test(asset)) throw new TollgateError('upstream_changed', `${asset.slice(0, 20)} is no kind of asset`)
  const country = needText(one, 'invCountry')
  if (!/^[A-Z]{2}$|^N\/A$/.test(country)) throw new TollgateError('upstream_changed', `${country.slice(0, 20)} is no country`)
  const cusip = textAt(one, 'cusip') ?? ''
  const identifiers = one.children.find(({ name }) => name === 'identifiers')
  const ticker = identifiers?.children.find(({ name }) => name === 'ticker')?.attributes.value ?? ''
  return {
    name: needText(one, 'name'),
    ticker: notSaid.test(ticker) ? null : ticker,
    cusip: notSaid.test(cusip) || /^0+$/.test(cusip) ? null : cusip,
    pct: readAmount(needText(one, 'pctVal')),
    value_usd: readAmount(needText(one, 'valUSD')),
    asset,
    country: notSaid.test(country) ? 'N/A' : country,
  }
}

function readAmount(text: string): number {
  const value = toNumber(text)
  if (value === null) throw new TollgateError('upstream_changed', `${text.slice(0, 20)} is no amount`)
  return value
}

const orNull = (text: string | undefined): number | null => (text === undefined || notSaid.test(text) ? null : toNumber(text))

function readYes(text: string): boolean {
  if (text !== 'Y' && text !== 'N') throw new TollgateError('upstream_changed', `${text.slice(0, 20)} is neither Y nor N`)
  return text === 'Y'
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function sharesBy(held: readonly Held[], name: (one: Held) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(held, name)].map(([group, list]) => [group, sum(list.map(({ pct }) => pct))]))
}
