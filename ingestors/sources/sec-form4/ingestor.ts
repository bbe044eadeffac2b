// Polls the newest ownership filings page by page, then each one's full text; the daily indexes bring what a poll was too late for.
import { defineIngestor } from '../../define.ts'
import { fetchCurrent } from '../../sec/current-filings.ts'
import type { Filing } from './form4.ts'
import { type FilingText, fetchTexts, readTexts } from './texts.ts'
import { insiderFilings } from './topic.ts'

// Of a filing two entries and more are listed; in the hour before 22:00 in Washington more than a thousand come.
const mostPages = 20
const mostFilings = 500

export default defineIngestor<Filing, readonly FilingText[]>({
  source: 'sec-form4',
  topic: insiderFilings,
  // EDGAR takes ownership filings in until 22:00 in Washington.
  schedule: '*/5 0-3,10-23 * * *',
  grade: 'A',
  proof: 'captured 2025-12',
  mostAside: 0.5,
  // The SEC asks every program to say who runs it.
  needs: ['SEC_USER_AGENT'],
  async fetch(context) {
    const { filings, fresh } = await fetchCurrent(['4'], context, { owner: 'only', mostPages })
    const listed = filings.map((one) => ({ ...one, url: `${one.folder}/${one.accession}.txt` }))
    // The oldest first: what is left over is still newer than the newest that is known then.
    const texts = await fetchTexts('feed', listed.slice(0, fresh).reverse(), { most: mostFilings }, context)
    // Always one at the least: a quiet hour is no empty poll.
    return texts.length > 0 ? texts : fetchTexts('again', listed.slice(0, 1), { most: 1 }, context)
  },
  parse: readTexts,
})
