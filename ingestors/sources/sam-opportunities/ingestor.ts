// Downloads the daily file of all public notices and keeps the open ones of the last 90 days; persons' columns are never read. Proof: documented;
// its header and formats are recorded.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse'
import { messageOf, TollgateError } from '../../../base/errors.ts'
import { type Aside, createAsideList, readOrSetAside } from '../../aside.ts'
import { withScratch } from '../../client/scratch.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, refuseWithout, toIsoDate } from '../../formats/csv.ts'
import { htmlText } from '../../formats/html-text.ts'
import { onShelves } from '../../shapes/shelved.ts'
import { type Notice, samNotices } from './topic.ts'

const url =
  'https://sam.gov/api/prod/fileextractservices/v1/api/download/Contract%20Opportunities/datagov/ContractOpportunitiesFullCSV.csv?privacy=Public'
const columns = [
  'NoticeId',
  'Title',
  'Sol#',
  'Department/Ind.Agency',
  'Sub-Tier',
  'PostedDate',
  'Type',
  'SetASideCode',
  'ResponseDeadLine',
  'NaicsCode',
  'ClassificationCode',
  'PopCity',
  'PopState',
  'PopCountry',
  'Active',
]
const mostBytes = 600 * 1024 * 1024
const openDays = 90
const shelves = 64

interface Kept {
  readonly notices: readonly Notice[]
  readonly aside: readonly Aside[]
}

export default defineIngestor({
  source: 'sam-opportunities',
  topic: samNotices,
  schedule: '30 7 * * *',
  grade: 'A',
  proof: 'documented',
  fetch: ({ http, signal, at }): Promise<Kept> =>
    withScratch(async (folder) => {
      const path = join(folder, 'notices.csv')
      await http.download(url, path, { signal, maxBytes: mostBytes, timeoutMs: 120_000 })
      return readFile(path, at)
    }),
  parse({ notices, aside }: Kept, at, setAside) {
    for (const { what, reason } of aside) setAside?.(what, new TollgateError('upstream_changed', reason))
    if (notices.length === 0) throw new TollgateError('upstream_changed', 'the file has no open notice')
    return onShelves(notices, ({ id }) => id, shelves, at)
  },
})

// A quarter of a gigabyte: row by row, and of each row only what is told.
async function readFile(path: string, at: Date): Promise<Kept> {
  const notices: Notice[] = []
  const { all, set } = createAsideList()
  const since = new Date(at.getTime() - openDays * 86_400_000).toISOString().slice(0, 10)
  const header = (names: string[]): string[] => {
    refuseWithout(columns, (column) => names.includes(column))
    return names.map((name) => name.trim())
  }
  const rows = createReadStream(path).pipe(
    parse({
      columns: header,
      encoding: 'latin1',
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }),
  )
  try {
    for await (const row of rows as AsyncIterable<CsvRow>) {
      const notice = readOrSetAside(
        () => row.NoticeId ?? '',
        () => (isActive(row) ? readNotice(row) : null),
        set,
      )
      if (notice && notice.posted >= since) notices.push(notice)
    }
  } catch (error) {
    if (error instanceof TollgateError) throw error
    throw new TollgateError('upstream_changed', `not the notices' CSV: ${messageOf(error)}`, { cause: error })
  }
  return { notices, aside: all }
}

// A row whose cells slid is neither open nor closed.
function isActive({ Active }: CsvRow): boolean {
  if (Active !== 'Yes' && Active !== 'No')
    throw new TollgateError('upstream_changed', `Active is ${JSON.stringify(Active?.slice(0, 20))}`)
  return Active === 'Yes'
}

const decoder = new TextDecoder('windows-1252')

function readNotice(row: CsvRow): Notice {
  // Read as single bytes: only a text that is told is worth decoding.
  const text = (name: string): string | null =>
    (row[name] ?? '') === '' ? null : decoder.decode(Buffer.from(row[name]!, 'latin1')).replace(/\s+/g, ' ')
  const [id, naics, due] = [row.NoticeId ?? '', row.NaicsCode ?? '', row.ResponseDeadLine ?? '']
  if (!/^[0-9a-f]{32}$/.test(id)) throw new TollgateError('upstream_changed', `${id.slice(0, 40)} is no notice`)
  const title = text('Title')
  if (title === null) throw new TollgateError('upstream_changed', 'a notice has no title')
  if (naics !== '' && !/^\d{2,6}$/.test(naics))
    throw new TollgateError('upstream_changed', `${naics.slice(0, 20)} is no NAICS code`)
  return {
    id,
    title: htmlText(title).slice(0, 200),
    number: text('Sol#'),
    agency: text('Department/Ind.Agency'),
    sub_tier: text('Sub-Tier'),
    type: text('Type') ?? 'Unknown',
    posted: toIsoDate((row.PostedDate ?? '').slice(0, 10)),
    due: due === '' ? null : readMoment(due),
    naics: naics === '' ? null : naics,
    psc: text('ClassificationCode'),
    set_aside: setAsideOf(text('SetASideCode')),
    city: text('PopCity'),
    state: text('PopState'),
    country: text('PopCountry'),
  }
}

// Some notices say by a code of its own that they are set aside for nobody.
const setAsideOf = (code: string | null): string | null => (code === null || /^(none|n\/a|nsa)$/i.test(code) ? null : code)

// A day alone ends with it.
function readMoment(text: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${toIsoDate(text)}T23:59:59Z`) : new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime()))
    throw new TollgateError('upstream_changed', `${text.slice(0, 30)} is no deadline`)
  return date.toISOString()
}
