// Polls the daily reference rates as one CSV; each working day's rates are there after 16:00 in Frankfurt.
import { TollgateError } from '../../../base/errors.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { fromDay } from '../../shapes/range.ts'
import { csvSource } from '../../shapes/tables.ts'
import { fxCurrencies, referenceRates } from './topic.ts'

const key = `D.${fxCurrencies.join('+')}.EUR.SP00.A`
const currencies = new Map(fxCurrencies.map((currency) => [`EXR.D.${currency}.EUR.SP00.A`, currency]))

export default csvSource({
  source: 'ecb-fx',
  topic: referenceRates,
  schedule: '40 6,15,16 * * 1-5',
  grade: 'B',
  proof: 'captured 2026-01',
  url: (context) =>
    `https://data-api.ecb.europa.eu/service/data/EXR/${key}?format=csvdata&detail=dataonly&startPeriod=${fromDay(context, { first: 60, revisableDays: 7 })}`,
  columns: ['KEY', 'TIME_PERIOD', 'OBS_VALUE'],
  isNeverEmpty: true,
  row({ KEY, TIME_PERIOD, OBS_VALUE }) {
    const currency = currencies.get(KEY!)
    if (!/^EXR\.[A-Z]\.[A-Z]{3}\.EUR\.SP00\.[A-Z]$/.test(KEY!))
      throw new TollgateError('upstream_changed', `the rates hold ${KEY!.slice(0, 60)}`)
    // An answer may hold more currencies than it was asked for.
    if (currency === undefined) return null
    const per_euro = toNumber(OBS_VALUE)
    // A holiday is NaN.
    return per_euro === null ? null : { date: toIsoDate(TIME_PERIOD!), currency, per_euro }
  },
})
