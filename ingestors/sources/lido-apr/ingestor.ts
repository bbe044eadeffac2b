// Polls the last week's oracle reports: a rate a day, in percent, net of the fee. Written against a captured answer.
import { readNumber, readRow, readRows } from '../../formats/json.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { lidoApr } from './topic.ts'

export default jsonRows({
  source: 'lido-apr',
  topic: lidoApr,
  schedule: '12,42 * * * *',
  grade: 'B',
  proof: 'captured 2026-03-12',
  url: 'https://eth-api.lido.fi/v1/protocol/steth/apr/sma',
  rows: (answer) => readRows(readRow(readRow(answer, 'the answer').data, 'data').aprs, 'aprs'),
  row: (row) => ({
    date: new Date(readNumber(row.timeUnix, 'timeUnix') * 1_000).toISOString().slice(0, 10),
    apr_pct: readNumber(row.apr, 'apr'),
  }),
})
