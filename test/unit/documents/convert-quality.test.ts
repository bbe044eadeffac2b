// Where the benchmark's documents are at hand, the engine must keep the scores it has reached.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'

const corpus = resolve(process.env.PDF_BENCH ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'pdf-bench'))

describe.skipIf(!existsSync(join(corpus, 'score.mjs')))('pdf-bench', () => {
  test('faithful Markdown scores above the bars', async () => {
    const { scoreDocument, means } = await import(pathToFileURL(join(corpus, 'score.mjs')).href)
    const rows = []
    for (const name of readdirSync(join(corpus, 'dev', 'md'))) {
      if (!name.endsWith('.md')) continue
      const { markdown } = await convertPdf(join(corpus, 'dev', 'pdf', name.replace('.md', '.pdf')), {
        style: 'faithful',
        ocr: 'off',
        summarize: false,
      })
      rows.push(scoreDocument(readFileSync(join(corpus, 'dev', 'md', name), 'utf8'), markdown))
    }
    const { overall, nid, teds, mhs } = means(rows)
    expect(overall).toBeGreaterThan(0.9)
    expect(nid).toBeGreaterThan(0.925)
    expect(teds).toBeGreaterThan(0.87)
    expect(mhs).toBeGreaterThan(0.82)
  })
})
