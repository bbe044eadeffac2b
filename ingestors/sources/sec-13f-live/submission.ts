// Reads one whole 13F submission: its cover, and its table a row at a time, because a large manager's is tens of megabytes.
import { TollgateError } from '../../../base/errors.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { enclosedAll } from '../../formats/enclosed.ts'
import { needText, parseXml, textAt } from '../../formats/xml.ts'
import { readCusip } from '../../sec/cusip.ts'
import { kindOf, readAmount, usdPerUnit } from '../../sec/thirteen-f.ts'

export interface Submission {
  readonly period: string
  readonly managerCik: string
  readonly manager: string
  readonly isAddition: boolean
  /** Shares alone, by CUSIP: options and debt are other things. */
  readonly held: ReadonlyMap<string, { readonly shares: number; readonly valueUsd: number }>
}

// Every filer's software has a prefix of its own, or none.
const withoutPrefixes = (xml: string): string => xml.replace(/<(\/?)[\w-]+:/g, '<$1')

/** null where it holds nothing to count: a notice, or an empty table. */
export function readSubmission(text: string, filedAt: string): Submission | null {
  const documents = [...enclosedAll(text, '<XML>', '</XML>')].map((xml) => xml.trimStart())
  const cover = documents.find((xml) => /<([\w-]+:)?edgarSubmission/.test(xml))
  if (cover === undefined) throw changed('there is no cover page')
  const root = parseXml(withoutPrefixes(cover), 'edgarSubmission')
  const period = toIsoDate(needText(root, 'headerData', 'filerInfo', 'periodOfReport').replaceAll('-', '/'))
  const cik = needText(root, 'headerData', 'filerInfo', 'filer', 'credentials', 'cik')
  if (!/^\d{1,10}$/.test(cik)) throw changed(`${cik.slice(0, 20)} is no manager's number`)
  const amendment = textAt(root, 'formData', 'coverPage', 'amendmentInfo', 'amendmentType')?.toUpperCase() ?? ''
  if (!['', 'RESTATEMENT', 'NEW HOLDINGS'].includes(amendment)) throw changed(`${amendment.slice(0, 20)} is no amendment`)
  const form = needText(root, 'headerData', 'submissionType')
  if (!/^13F-HR(\/A)?$/.test(form)) throw changed(`${form.slice(0, 20)} is no report of holdings`)
  // What an amendment amends it has to say; that something is one its form says.
  if ((form === '13F-HR/A') !== (amendment !== '')) throw changed(`${form} is amended by ${amendment || 'nothing'}`)
  const table = documents.find((xml) => /<([\w-]+:)?informationTable/.test(xml))
  if (table === undefined) return null
  const held = new Map<string, { shares: number; valueUsd: number; issuer: string }>()
  const misnamed: string[] = []
  let rows = 0
  for (const row of enclosedAll(withoutPrefixes(table), '<infoTable>', '</infoTable>')) {
    const one = parseXml(`<infoTable>${row}</infoTable>`, 'infoTable')
    rows++
    const cusip = readCusip(needText(one, 'cusip'))
    const kind = kindOf(needText(one, 'shrsOrPrnAmt', 'sshPrnamtType'), textAt(one, 'putCall') ?? '')
    const [shares, value] = [readAmount(needText(one, 'shrsOrPrnAmt', 'sshPrnamt')), readAmount(needText(one, 'value'))]
    const issuer = needText(one, 'nameOfIssuer').toUpperCase()
    if (cusip === null) misnamed.push(issuer)
    if (cusip === null || kind !== 'shares') continue
    const known = held.get(cusip) ?? { shares: 0, valueUsd: 0 }
    held.set(cusip, { shares: known.shares + shares, valueUsd: known.valueUsd + value * usdPerUnit(filedAt), issuer })
  }
  if (misnamed.length * 2 > rows) throw changed(`${misnamed.length} of ${rows} positions have no CUSIP`)
  // A row without its number may be part of a position that has others: better no sum than a part of one.
  for (const [cusip, { issuer }] of held) if (misnamed.includes(issuer)) held.delete(cusip)
  const manager = needText(root, 'formData', 'coverPage', 'filingManager', 'name')
  const isAddition = amendment === 'NEW HOLDINGS'
  return rows === 0 ? null : { period, managerCik: cik.padStart(10, '0'), manager, isAddition, held }
}

const changed = (what: string) => new TollgateError('upstream_changed', `13F: ${what}`)
