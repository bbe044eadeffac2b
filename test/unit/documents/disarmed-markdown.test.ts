// What leaves is clean: whatever a page, a text, a PDF or a model says, its Markdown runs nothing and tells nobody that it was read.

// @module-tag slow
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { modelSummary } from '../../../processors/jobs/convert/summary/model.ts'
import { disarm, disarmWords } from '../../../processors/jobs/markdown/disarm.ts'
import { type ConvertJob, convert } from '../../../processors/jobs/read/convert.ts'
import { pageFromPdf } from '../../../processors/jobs/read/pdf-page.ts'
import { judgeReading } from '../../../processors/jobs/read/quality.ts'
import { liveMarkup } from '../../support/live-markup.ts'
import { markdownPayloads } from '../../support/payloads.ts'
import { pdfDocument, text } from '../../support/pdf/document.ts'

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const prose = 'The quick brown fox jumps over the lazy dog near the river bank. '.repeat(4)

const read = (body: string, kind: ConvertJob['kind']): string => readAll(body, kind).markdown

function readAll(body: string, kind: ConvertJob['kind']) {
  const job = {
    kind,
    contentType: '',
    url: 'https://a.example.com/',
    maxChars: 60_000,
    format: 'markdown',
    links: 'inline',
  } as const
  return convert({ ...job, bytes: Buffer.from(body) })
}

const facts: Parameters<typeof judgeReading>[0] = {
  ...{ words: 300, textShare: 1, hasTitle: true, headings: 1, metadataParts: 2, agreement: 1, blocked: false, damaged: false },
  ...{ title: null, site: 'a.example.com', fetchedAt: new Date('2026-11-22T12:00:00Z') },
}

test('the reader that judges sees what is live', () => {
  const live = markdownPayloads.filter((payload) => liveMarkup(payload).length > 0)
  // A few are only live in disguise, or once invisible characters are gone.
  expect(live.length).toBeGreaterThanOrEqual(50)
  expect(markdownPayloads.length).toBeGreaterThanOrEqual(60)
})

describe.each(markdownPayloads.map((payload) => [payload] as const))('%j', (payload) => {
  test.each([
    ['as a paragraph', (p: string) => `<main><p>${prose}</p><p>${escaped(p)}</p></main>`],
    [
      'cut by elements',
      (p: string) => `<main><p>${prose}</p><p>${[...p].map((c) => `${escaped(c)}<b></b>`).join('')}</p></main>`,
    ],
    ['in code', (p: string) => `<main><p>${prose}<code>${escaped(p)}</code></p></main>`],
    ['in a code block', (p: string) => `<main><p>${prose}</p><ul><li><pre><code>${escaped(p)}</code></pre></li></ul></main>`],
    [
      'in a table',
      (p: string) => `<main><p>${prose}</p><table><tr><th>${escaped(p)}<th>b<tr><td>${escaped(p)}<td>c</table></main>`,
    ],
    [
      'as a heading, an item and a quote',
      (p: string) => `<main><h2>${escaped(p)}</h2><ul><li>${escaped(p)}</ul><blockquote>${escaped(p)}</blockquote></main>`,
    ],
    [
      'as an address',
      (p: string) => `<main><p>${prose}<a href="${escaped(p).replaceAll('"', '&quot;')}">${escaped(p)}</a></p></main>`,
    ],
    [
      'as a picture',
      (p: string) =>
        `<main><p>${prose}<img alt="${escaped(p).replaceAll('"', '&quot;')}" src="http://evil.example/p"></p></main>`,
    ],
    ['as it is', (p: string) => `<main><p>${prose}</p>${p}</main>`],
  ])('a page with it %s', (_where, page) => {
    const markdown = read(page(payload), 'html')
    expect(liveMarkup(markdown), markdown).toEqual([])
  })

  test('a text, with what stands before and behind', () => {
    for (const around of [payload, `${prose}\n${payload}\n${prose}`, `- a\n  ${payload}`, `> ${payload}`]) {
      const markdown = read(around, 'text')
      expect(liveMarkup(markdown), markdown).toEqual([])
    }
  })

  test('what is said of a page beside its text', () => {
    const p = escaped(payload).replaceAll('"', '&quot;')
    const meta = ['author', 'description', 'og:site_name'].map(
      (name) => `<meta name="${name}" property="${name}" content="${p}">`,
    )
    const links = `<p>${prose}<a href="https://a.example.com/b">${p}</a></p>`
    const page = readAll(
      `<html><head><title>${p}</title>${meta.join('')}</head><body><main>${links}</main></body></html>`,
      'html',
    )
    const plain = readAll(`${payload} ${prose}`, 'text')
    const pdf = pageFromPdf({ markdown: prose, title: payload }, 60_000, 'markdown')
    const said = [
      page.title,
      page.byline,
      page.site,
      page.excerpt,
      ...page.links.map(({ text }) => text),
      plain.excerpt,
      pdf.title,
    ]
    for (const words of said) expect(liveMarkup(words ?? ''), words ?? '').toEqual([])
    const summary = judgeReading({ ...facts, title: page.title }).summary
    expect(liveMarkup(summary), summary).toEqual([])
  })

  test('a summary', async () => {
    const model = { name: 'm', complete: async () => payload }
    const answered = await modelSummary(model, 'x', 1_000)
    if ('summary' in answered) expect(liveMarkup(answered.summary.text), answered.summary.text).toEqual([])
    expect(liveMarkup(disarmWords(payload))).toEqual([])
  })
})

// One document for all: each payload in its own paragraph, whole and with every letter a word.
test.each(['clean', 'faithful'] as const)('a PDF, %s', async (style) => {
  const plain = markdownPayloads.flatMap((payload) => payload.split('\n')).filter((line) => /^[\x20-\x7e]+$/.test(line))
  const pages = Array.from({ length: Math.ceil(plain.length / 20) }, (_, i) =>
    plain
      .slice(20 * i, 20 * i + 20)
      .map((line, row) => text(60, 60 + 34 * row, line.slice(0, 90), { size: 9, font: row % 4 === 3 ? 'mono' : 'regular' }))
      .join(''),
  )
  const document = await convertPdf(pdfDocument({ pages }), { style })
  expect(liveMarkup(document.markdown), document.markdown).toEqual([])
  expect(document.summary === null ? [] : liveMarkup(document.summary.text)).toEqual([])
})

describe('text that only looks dangerous reads as it was', () => {
  test.each([
    ['x < y and y <= z, 3<4, <3, a <- b', 'x < y and y <= z, 3<4, <3, a <- b'],
    ['vec![1, 2]; a[0]: 5', 'vec![1, 2]; a[0]: 5'],
    [
      '[docs](https://a.example/x?b=1&c=2) and [mail](mailto:a@b.example)',
      '[docs](https://a.example/x?b=1&c=2) and [mail](mailto:a@b.example)',
    ],
    ['[up](../x) [here](#top) [root](/a:b)', '[up](../x) [here](#top) [root](/a:b)'],
    ['```html\n<b>[x](javascript:1)</b>\n```', '```html\n<b>[x](javascript:1)</b>\n```'],
  ])('%j', (given, expected) => {
    expect(disarm(given, { images: false, escapesTags: true })).toBe(expected)
  })

  test('a page that speaks of tags shows them as words', () => {
    const markdown = read(
      `<main><p>Use <code>&lt;div&gt;</code>, or a &lt; b &amp;&amp; c &gt; d. The &lt;main&gt; tag.</p></main>`,
      'html',
    )
    expect(markdown).toBe('Use `<div>`, or a < b && c > d. The \\<main> tag.')
  })
})
