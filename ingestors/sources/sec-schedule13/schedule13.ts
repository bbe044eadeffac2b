// Reads one schedule 13D or 13G: two forms that name the same things differently, and joint filers who all report the same shares.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { enclosed } from '../../formats/enclosed.ts'
import { allOf, type Element, needText, parseXml, textAt } from '../../formats/xml.ts'
import { readCusip } from '../../sec/cusip.ts'
import type { largeStakes } from './topic.ts'

export type Stake = Omit<ValueOf<typeof largeStakes>, 'ticker' | 'accession' | 'filed_at' | 'url'>

const mostFilers = 10

export function readSchedule13(text: string): Stake {
  const root = parseXml(enclosed(text, '<XML>', '</XML>')?.trim() ?? text, 'edgarSubmission')
  const form = needText(root, 'headerData', 'submissionType')
  const data = within(root, 'formData')
  const cover = within(data, 'coverPageHeader')
  const issuer = within(cover, 'issuerInfo')
  const isG = form.startsWith('SCHEDULE 13G')
  const persons = isG
    ? allOf(data, 'coverPageHeaderReportingPersonDetails')
    : allOf(within(data, 'reportingPersons'), 'reportingPersonInfo')
  if (persons.length === 0) throw new TollgateError('upstream_changed', 'a schedule 13 names nobody')
  const amounts = (name: string) => largest(persons.map((person) => readAmount(textAt(person, name))))
  return {
    form,
    event_date: toIsoDate(needText(cover, isG ? 'eventDateRequiresFilingThisStatement' : 'dateOfEvent')),
    issuer: needText(issuer, 'issuerName'),
    issuer_cik: needCik(textAt(issuer, 'issuerCik') ?? textAt(issuer, 'issuerCIK')),
    cusip: cusipOf(issuer),
    class_title: textAt(cover, 'securitiesClassTitle'),
    filer_cik: needCik(textAt(root, 'headerData', 'filerInfo', 'filer', 'filerCredentials', 'cik')),
    filers: [...new Set(persons.map((person) => needText(person, 'reportingPersonName')))].slice(0, mostFilers),
    pct: amounts(isG ? 'classPercent' : 'percentOfClass'),
    shares: amounts(isG ? 'reportingPersonBeneficiallyOwnedAggregateNumberOfShares' : 'aggregateAmountOwned'),
  }
}

// Since 2026 a list, which may name several classes: the first is the one the schedule is about.
function cusipOf(issuer: Element): string | null {
  const list = issuer.children.find(({ name }) => name === 'issuerCusips')
  const listed = list === undefined ? null : textAt(list, 'issuerCusipNumber')
  return readCusip(listed ?? textAt(issuer, 'issuerCusip') ?? textAt(issuer, 'issuerCUSIP') ?? '')
}

function within(element: Element, name: string): Element {
  const found = element.children.find((child) => child.name === name)
  if (found === undefined) throw new TollgateError('upstream_changed', `a schedule 13 has no ${name}`)
  return found
}

function needCik(text: string | null): string {
  if (text === null || !/^\d{1,10}$/.test(text))
    throw new TollgateError('upstream_changed', 'a schedule 13 has a party without number')
  return text.padStart(10, '0')
}

const readAmount = (text: string | null): number | null =>
  text === null ? null : toNumber(text.endsWith('%') ? text.slice(0, -1) : text)

/** null where one of them says nothing: the others' may not be the whole. */
function largest(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce((most, amount) => (most === null || amount === null ? null : Math.max(most, amount)))
}
