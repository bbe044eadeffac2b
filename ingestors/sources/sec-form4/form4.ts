// Reads one ownership filing: the XML inside its full text, whose flags are 0, 1, true, false or not there.

import { momentOf } from '../../../base/calendar/zoned-time.ts'
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { enclosed } from '../../formats/enclosed.ts'
import { allOf, type Element, needText, parseXml, textAt } from '../../formats/xml.ts'
import { readSymbol } from '../../sec/symbol.ts'
import type { insiderFilings } from './topic.ts'

export type Filing = ValueOf<typeof insiderFilings>

/** null: the issuer has no symbol, so nobody can ask for it. */
export function readForm4(text: string): Omit<Filing, 'accession' | 'filed_at' | 'url'> | null {
  const inner = enclosed(text, '<XML>', '</XML>') ?? text
  const root = parseXml(inner, 'ownershipDocument')
  const form = needText(root, 'documentType')
  const symbol = readSymbol(textAt(root, 'issuer', 'issuerTradingSymbol') ?? '')
  if (symbol === null) return null
  const table = root.children.find(({ name }) => name === 'nonDerivativeTable')
  return {
    form,
    period: day(needText(root, 'periodOfReport')),
    original_date: dayOrNull(textAt(root, 'dateOfOriginalSubmission')),
    ticker: symbol,
    issuer: needText(root, 'issuer', 'issuerName'),
    issuer_cik: needText(root, 'issuer', 'issuerCik').padStart(10, '0'),
    owners: allOf(root, 'reportingOwner').map(readOwner),
    plan_10b5_1: flagOf(textAt(root, 'aff10b5One')),
    trades: table === undefined ? [] : allOf(table, 'nonDerivativeTransaction').flatMap((one) => readTrade(one) ?? []),
  }
}

function readOwner(owner: Element): Filing['owners'][number] {
  const relation = (name: string) => textAt(owner, 'reportingOwnerRelationship', name)
  return {
    cik: needText(owner, 'reportingOwnerId', 'rptOwnerCik').padStart(10, '0'),
    name: needText(owner, 'reportingOwnerId', 'rptOwnerName'),
    title: relation('officerTitle'),
    is_director: flagOf(relation('isDirector')),
    is_officer: flagOf(relation('isOfficer')),
    is_ten_pct: flagOf(relation('isTenPercentOwner')),
  }
}

/** null: how many shares it was stands only in a footnote. */
function readTrade(trade: Element): Filing['trades'][number] | null {
  const amount = (name: string) => toNumber(textAt(trade, 'transactionAmounts', name, 'value') ?? undefined)
  const side = needText(trade, 'transactionAmounts', 'transactionAcquiredDisposedCode', 'value')
  if (side !== 'A' && side !== 'D') throw new TollgateError('upstream_changed', `${side} is neither A nor D`)
  const shares = amount('transactionShares')
  if (shares === null) return null
  return {
    date: day(needText(trade, 'transactionDate', 'value')),
    code: needText(trade, 'transactionCoding', 'transactionCode'),
    acquired: side === 'A',
    shares,
    price_usd: amount('transactionPricePerShare'),
    shares_after: toNumber(textAt(trade, 'postTransactionAmounts', 'sharesOwnedFollowingTransaction', 'value') ?? undefined),
  }
}

// Some filers add a time zone to a day.
const day = (text: string): string => toIsoDate(text.replace(/^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})$/, '$1'))

const dayOrNull = (text: string | null): string | null => (text === null ? null : day(text))

/** When EDGAR took it in, by its clocks in Washington; it stands above the documents. */
export function acceptedAt(text: string): string | null {
  const found = /<ACCEPTANCE-DATETIME>(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})/.exec(text.slice(0, 2_000))
  if (found === null) return null
  const [, year, month, date, hours, minutes, seconds] = found
  const minute = momentOf(`${year}-${month}-${date}`, `${hours}:${minutes}`, 'America/New_York')
  return new Date(minute + Number(seconds) * 1_000).toISOString()
}

function flagOf(text: string | null): boolean | null {
  if (text === null) return null
  if (!/^(0|1|true|false)$/i.test(text))
    throw new TollgateError('upstream_changed', `${text.slice(0, 20)} is neither true nor false`)
  return text === '1' || text.toLowerCase() === 'true'
}
