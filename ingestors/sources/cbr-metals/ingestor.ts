// Polls both tables by date range; days are written 31.12.2026 and numbers with a comma, thousands parted by blanks.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readEach, readOrSetAside, type SetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { allOf, type Element, needText, parseXml } from '../../formats/xml.ts'
import { preciousPrices } from './topic.ts'

type Price = ValueOf<typeof preciousPrices>

interface Table {
  readonly of: keyof typeof readers
  readonly xml: string
}

const base = 'https://www.cbr.ru/scripts'
const dollarId = 'R01235'
const dayMs = 86_400_000
// A formula looks back a year from where 200 days are known; the bank has more.
const historyDays = 600
const revisableDays = 14
const series: Readonly<Record<string, Price['series'] | null>> = {
  // Gold has a source of its own.
  1: null,
  2: 'silver_rub_per_gram',
  3: 'platinum_rub_per_gram',
  4: 'palladium_rub_per_gram',
}

const asked = (time: number) => new Date(time).toISOString().slice(0, 10).split('-').reverse().join('/')

export default defineIngestor<Price, Table[]>({
  source: 'cbr-metals',
  topic: preciousPrices,
  schedule: '50 8,13 * * 1-6',
  grade: 'C',
  proof: 'captured 2026-04-26',
  fetch({ http, at, since, signal, setAside }) {
    const from = since === null ? at.getTime() - historyDays * dayMs : since.getTime() - revisableDays * dayMs
    const range = `date_req1=${asked(from)}&date_req2=${asked(at.getTime())}`
    const asks = [
      ['metals', `${base}/xml_metall.asp?${range}`],
      ['dollar', `${base}/XML_dynamic.asp?${range}&VAL_NM_RQ=${dollarId}`],
    ] as const
    const ask = async ([of, url]: (typeof asks)[number]): Promise<Table> => ({
      of,
      xml: await http.text(url, { expect: 'xml', signal }),
    })
    return fetchParts(asks, ([of]) => of, ask, setAside)
  },
  parse(tables, at, setAside) {
    const vintage = at.toISOString()
    // Tomorrow's price is set today; it is of tomorrow.
    const isPast = ({ date }: { readonly date: string }) => Date.parse(date) <= at.getTime()
    const own = tables.length > 1 ? setAside : undefined
    return tables
      .flatMap(
        ({ of, xml }) =>
          readOrSetAside(
            () => of,
            () => readers[of](xml, setAside),
            own,
          ) ?? [],
      )
      .filter(isPast)
      .map((price) => ({ ...price, vintage }))
  },
})

const readers = { metals: readMetals, dollar: readDollar }

function readMetals(xml: string, setAside: SetAside | undefined): Omit<Price, 'vintage'>[] {
  return eachOf(xml, 'Metall', setAside, (record) => {
    const name = series[record.attributes.Code ?? '']
    if (name === undefined) throw changed(`there is a metal ${record.attributes.Code}`)
    // One price is set, and written as both.
    return name === null
      ? []
      : [{ series: name, date: readDay(record.attributes.Date), value: readNumber(needText(record, 'Buy')) }]
  })
}

function readDollar(xml: string, setAside: SetAside | undefined): Omit<Price, 'vintage'>[] {
  return eachOf(xml, 'ValCurs', setAside, (record) => {
    if (record.attributes.Id !== dollarId) throw changed(`${record.attributes.Id} is not the dollar`)
    const value = readNumber(needText(record, 'Value')) / readNumber(needText(record, 'Nominal'))
    return [{ series: 'usd_rub', date: readDay(record.attributes.Date), value }]
  })
}

function eachOf(
  xml: string,
  root: string,
  setAside: SetAside | undefined,
  read: (record: Element) => Omit<Price, 'vintage'>[],
): Omit<Price, 'vintage'>[] {
  const records = allOf(parseXml(xml, root), 'Record')
  if (records.length === 0) throw changed(`${root} is empty`)
  return readEach(records, read, setAside, (record) => `${root} ${JSON.stringify(record.attributes)}`)
}

function readDay(text = ''): string {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? []
  const iso = `${year}-${month}-${day}`
  if (year === undefined || Number.isNaN(Date.parse(iso)) || new Date(iso).toISOString().slice(0, 10) !== iso)
    throw changed(`${JSON.stringify(text.slice(0, 20))} is no day`)
  return iso
}

function readNumber(text: string): number {
  const plain = text.replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/gu, '')
  const value = /^\d{1,7}(,\d{1,6})?$/.test(plain) ? Number(plain.replace(',', '.')) : Number.NaN
  if (!(value > 0)) throw changed(`${JSON.stringify(text.slice(0, 20))} is no price`)
  return value
}

const changed = (what: string) => new TollgateError('upstream_changed', `Bank of Russia: ${what}`)
