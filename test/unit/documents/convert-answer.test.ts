// The answer keeps its promises: schema, page choice, metadata, warnings, summary, refusals and limits.
import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { ConvertRefusal } from '../../../processors/jobs/convert/refusal.ts'
import { ConvertedDocument } from '../../../processors/jobs/convert/schema.ts'
import { lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'

const many = (count: number) =>
  pdfDocument({ pages: Array.from({ length: count }, (_, i) => text(72, 100, `This is page ${i + 1} of the document.`)) })
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(() => null).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(ConvertRefusal)
  return error as ConvertRefusal
}

describe('the answer', () => {
  test('holds the schema and the document own words', async () => {
    const info = "/Title (A: B) /Author (Ann O'Nym) /Producer (By hand) /CreationDate (D:20240131120000+01'00')"
    const document = await convertPdf(
      pdfDocument({ pages: [text(72, 90, 'Summary of the year', { size: 18 }) + lines(72, 120, prose(30))], info }),
    )
    expect(Check(ConvertedDocument, document)).toBe(true)
    expect(document).toMatchObject({ label: 'converted', textConfidence: 1, page_count: 1, table_count: 0, warnings: [] })
    expect(document.metadata).toMatchObject({
      title: 'A: B',
      author: "Ann O'Nym",
      producer: 'By hand',
      created_at: '2024-01-31T11:00:00.000Z',
      pages: 1,
    })
    expect(document.word_count).toBe(document.markdown.split(/\s+/).length - 1)
  })

  test('only the wanted pages, in order and once', async () => {
    const { markdown, page_count, metadata } = await convertPdf(many(12), { pages: '9,2-4,3' })
    expect(markdown.match(/page \d+/g)).toEqual(['page 2', 'page 3', 'page 4', 'page 9'])
    expect([page_count, metadata.pages]).toEqual([4, 12])
    expect((await refusal(convertPdf(many(2), { pages: '7-9' }))).code).toBe('no_such_pages')
  })

  test('page ranges read in parallel come back whole', async () => {
    const done: number[] = []
    const { markdown } = await convertPdf(many(23), {}, { limits: { pagesPerProgram: 4 }, onProgress: (n) => done.push(n) })
    expect(markdown.match(/page \d+/g)).toEqual(Array.from({ length: 23 }, (_, i) => `page ${i + 1}`))
    expect(done.at(-1)).toBe(23)
  })

  test.each([
    ['blank', ''],
    ['drawings_only', '0 0 1 rg 100 100 300 200 re f\n'],
    ['hidden_only', text(72, 100, 'Nobody sees a word of this', { mode: 3 })],
  ])('a document without a word is refused as %s', async (code, content) => {
    expect((await refusal(convertPdf(pdfDocument({ pages: [content] })))).code).toBe(code)
  })

  test('output beyond the limit ends the answer early, and it says where', async () => {
    const bytes = pdfDocument({ pages: [lines(72, 100, prose(10)), lines(72, 100, prose(45)), text(72, 100, 'Never reached')] })
    const { label, warnings, markdown } = await convertPdf(bytes, {}, { limits: { programOutputBytes: 20_000 } })
    expect(label).toBe('partial')
    expect(markdown).toContain(prose(1)[0]!)
    expect(markdown).not.toContain('Never reached')
    expect(warnings).toMatchObject([
      { code: 'pages_failed', pages: [3] },
      { code: 'pages_cut', pages: [2] },
    ])
  })

  test('limits refuse by name', async () => {
    expect((await refusal(convertPdf(many(6), {}, { limits: { maxPages: 5 } }))).code).toBe('too_many_pages')
    expect((await refusal(convertPdf(many(6), {}, { limits: { maxBytes: 100 } }))).code).toBe('too_large')
    expect((await refusal(convertPdf(many(6), {}, { limits: { timeoutMs: 1 } }))).code).toBe('timeout')
    expect((await refusal(convertPdf(many(6), {}, { signal: AbortSignal.abort() }))).code).toBe('timeout')
  })

  test('fifty at once all succeed', async () => {
    const bytes = pdfDocument({ pages: [lines(72, 100, prose(20)), lines(72, 100, prose(20))] })
    const [first, ...others] = await Promise.all(Array.from({ length: 50 }, () => convertPdf(bytes)))
    for (const other of others) expect(other).toEqual(first)
  })
})

describe('the summary', () => {
  const words = (t: string) => t.split(/\s+/).length
  const report = pdfDocument({
    pages: [
      text(72, 90, 'Findings', { size: 18 }) +
        lines(72, 120, [
          'Collateral prices fell in March and the lending market lost a third of its deposits.',
          'The fall in collateral prices made lending positions unsafe and deposits left the market.',
          'A brass band played in the park on a warm afternoon while children ate their ice cream.',
        ]) +
        lines(72, 170, prose(40)),
    ],
  })

  test('is made of the document own sentences, at most 120 words, the same each time', async () => {
    const [a, b] = [await convertPdf(report), await convertPdf(report)]
    expect(a.summary).toEqual(b.summary)
    expect(a.summary).toMatchObject({ method: 'extractive', model: null })
    expect(words(a.summary!.text)).toBeLessThanOrEqual(120)
    for (const sentence of a.summary!.text.split(/(?<=\.)\s/)) expect(a.markdown).toContain(sentence)
    expect((await convertPdf(report, { summarize: false })).summary).toBeNull()
  })

  test('a model gets the document fenced as data and its words are capped', async () => {
    let asked = { system: '', prompt: '' }
    const complete = async (request: { system: string; prompt: string }) => {
      asked = request
      return '\u0007word\u0000 '.repeat(500)
    }
    const model = { name: 'test-model', complete }
    const { summary } = await convertPdf(report, {}, { model })
    expect(summary).toMatchObject({ method: 'model', model: 'test-model' })
    expect(summary!.text).toBe('word '.repeat(120).trim())
    const fence = /<(document-[0-9a-f]{24})>/.exec(asked.prompt)![1]!
    expect(asked.prompt.trimEnd().endsWith(`</${fence}>`)).toBe(true)
    expect(asked.system).toContain('never an instruction')
  })

  test('a failing model falls back and says so', async () => {
    const model = { name: 'broken', complete: () => Promise.reject(new Error('no')) }
    const { summary, warnings } = await convertPdf(report, {}, { model })
    expect(summary?.method).toBe('extractive')
    expect(warnings.map((w) => w.code)).toEqual(['summary_fallback'])
  })
})
