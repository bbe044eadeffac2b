// Polls the newest letters; days are written month first, applications may be several. Proof: captured.
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readDay, readRow, readRows, readText } from '../../formats/json.ts'
import { type Catalyst, plainCatalyst, snapshotOf } from '../../shapes/catalysts.ts'
import { responseLetters } from './topic.ts'

export default defineIngestor<any, unknown>({
  source: 'openfda-letters',
  topic: responseLetters,
  schedule: '45 9 * * *',
  grade: 'A',
  proof: 'captured 2026-07',
  fetch: ({ http, signal }) => http.json('https://api.fda.gov/transparency/crl.json?sort=letter_date:desc&limit=200', { signal }),
  parse(answer, at, setAside) {
    const oldest = new Date(at.getTime() - 400 * 86_400_000).toISOString().slice(0, 10)
    const events = readEach(readRows(readRow(answer, 'the answer').results, 'results'), readLetter, setAside)
    return [
      snapshotOf(
        events.filter(({ date }) => date >= oldest),
        at,
      ),
    ]
  },
})

function readLetter(row: Row): Catalyst {
  const [file, company] = [readText(row.file_name, 'file_name'), readText(row.company_name, 'company_name')]
  return {
    ...plainCatalyst,
    id: `crl ${file.slice(0, 110)}`,
    date: readDay(row.letter_date, 'letter_date'),
    type: 'crl',
    company,
    detail: `complete response letter to ${company}`.slice(0, 300),
    url: `https://open.fda.gov/crltable/?q=${encodeURIComponent(file)}`,
  }
}
