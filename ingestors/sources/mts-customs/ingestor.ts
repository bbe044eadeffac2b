// Polls one line of the statement's table of receipts; every value is a text, and "null" is one of them.
import { readDay, readList, readNumberOrNull, readRow, readText } from '../../formats/json.ts'
import { fromDay } from '../../shapes/range.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { customsDuties } from './topic.ts'

const base = 'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/mts/mts_table_4'
const line = 'Customs Duties'

export default jsonRows({
  source: 'mts-customs',
  topic: customsDuties,
  // The eighth working day of a month, at 14:00 in Washington.
  schedule: '20 19,20 8-16 * *',
  grade: 'A',
  proof: 'documented',
  url(context) {
    const from = fromDay(context, { first: '2015-03-01', revisableDays: 400 })
    const query = new URLSearchParams({
      fields: 'record_date,classification_desc,current_month_net_rcpt_amt',
      filter: `classification_desc:eq:${line},record_date:gte:${from}`,
      'page[size]': '1000',
    })
    return `${base}?${query}`
  },
  rows: (answer) => readList(readRow(answer, 'table 4').data, 'data'),
  row(row) {
    if (readText(row.classification_desc, 'classification_desc') !== line) return null
    const net_usd = readNumberOrNull(row.current_month_net_rcpt_amt, 'customs duties')
    return net_usd === null ? null : { date: readDay(row.record_date, 'record_date'), net_usd }
  },
})
