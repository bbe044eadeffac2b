// Polls the calendar's table: titles are links, times American with a zone, some rows without any date. Proof: captured.
import { TollgateError } from '../../../base/errors.ts'
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { htmlText } from '../../formats/html-text.ts'
import { type Row, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { type Catalyst, plainCatalyst, snapshotOf } from '../../shapes/catalysts.ts'
import { committeeMeetings } from './topic.ts'

export default defineIngestor<any, unknown>({
  source: 'fda-adcomm',
  topic: committeeMeetings,
  schedule: '20 */6 * * *',
  grade: 'A',
  proof: 'captured 2026-08',
  fetch: ({ http, signal }) => http.json('https://www.fda.gov/datatables-json/advisory-committee-calendar-json', { signal }),
  parse(rows, at, setAside) {
    const oldest = new Date(at.getTime() - 120 * 86_400_000).toISOString().slice(0, 10)
    const events = readEach(readRows(rows, 'the calendar'), readMeeting, setAside)
    return [
      snapshotOf(
        events.filter(({ date }) => date >= oldest),
        at,
      ),
    ]
  },
})

function readMeeting(row: Row): Catalyst[] {
  const start = readTextOrNull(row.field_start_date, 'field_start_date')
  if (start === null) return []
  const [, href, title] =
    /^<a href="([^"<>]{1,400})"[^<>]{0,80}>([^<>]{3,400})<\/a>$/.exec(readText(row.title, 'title').trim()) ?? []
  if (href === undefined || title === undefined || !href.startsWith('/'))
    throw new TollgateError('upstream_changed', 'a meeting is no link')
  const date = toIsoDate(start.slice(0, 10))
  return [
    {
      ...plainCatalyst,
      id: `adcomm ${href.slice(-100)}`,
      date,
      type: 'adcomm',
      detail: htmlText(title).slice(0, 300),
      url: `https://www.fda.gov${href}`,
    },
  ]
}
