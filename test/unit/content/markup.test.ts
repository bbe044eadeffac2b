// Texts as agents have them: Markdown with badges, links, code and tables, HTML, and what a PDF's columns leave of sentences.
import { expect, test } from 'vitest'
import { withoutMarkup } from '../../../processors/jobs/repurpose/markup.ts'
import { repurposeText } from '../../../processors/jobs/repurpose/repurpose-task.ts'
import type { RepurposeAnswer } from '../../../processors/jobs/repurpose/schema.ts'
import { formatNames } from '../../../processors/jobs/repurpose/task-shape.ts'

function made(text: string): RepurposeAnswer {
  const input = { formats: formatNames, maxItems: 4, keepQuotes: true, language: null, asOf: '2026-11-01T00:00:00.000Z' }
  return JSON.parse(repurposeText(input, Buffer.from(JSON.stringify({ text, title: null, page: null }))).text)
}
const textsOf = ({ outputs }: RepurposeAnswer) => Object.values(outputs).flatMap(({ items }) => items.map(({ text }) => text))

const prose: readonly [string, string, string, string] = [
  'The harbour keeps its own tide table, which every pilot reads before the first boat leaves the quay.',
  'A pilot who misreads the tide table by an hour may strand a loaded boat on the outer bank.',
  'Since the new gauge was set up, the table is right to within four minutes on nine days of ten.',
  'The fishermen of the upper quay still trust the old marks on the harbour wall more than any gauge.',
]

const markdown = `<div align="center"><img src="logo.png" alt="logo"></div>

# The harbour of [Lower Quay](https://example.org/quay)

[![build](https://example.org/b.svg)](https://example.org/ci) [![style
badge](https://example.org/s.svg)](https://example.org/style)

## Table of contents

- [Tides](#tides)
- [Pilots](#pilots)

## Tides

${prose[0]} ${prose[2]}[^1]

\`\`\`js
const tide = gauge.read() // Never a sentence. Not even this one.
\`\`\`

| Gauge | Minutes off? |
| --- | --- |
| old | 19 |

## Pilots

- **${prose[1]}**
- ${prose[3].replace('old marks', '[old marks](https://example.org/marks)')}

[^1]: Measured over the whole of the last winter by the harbour office itself.
[quay]: https://example.org/quay
`

test('Markdown is read as its reader sees it', () => {
  const answer = made(markdown)
  expect(answer.source).toMatchObject({ title: 'The harbour of Lower Quay', changed: true })
  expect(answer.outputs.titles!.items.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['The harbour of Lower Quay', 'Tides', 'Pilots']),
  )
  const all = textsOf(answer).join('\n')
  expect(all).not.toMatch(/[*`|[\]]|https?:|<\/?\w|const|badge|Table of contents|Minutes off|\^1/)
  for (const sentence of [prose[0], prose[1], prose[3]]) expect(answer.source.text).toContain(sentence)
  for (const { text, start, end } of answer.key_points) expect(answer.source.text.slice(start, end)).toBe(text)
})

test('a page is read without its marks, its script and its navigation', () => {
  const html = `<!doctype html><html><head><title>x</title><script>let a = 1. Then.</script></head><body><nav>Home About us</nav>
    <h1>Tides &amp; pilots</h1><p>${prose[0]}<br>${prose[1]}</p><ul><li>${prose[2]}</li></ul><pre>tide --help</pre><p>${prose[3]}</p></body></html>`
  const { source } = made(html)
  expect(source.title).toBe('Tides & pilots')
  expect(source.text).toBe(`# Tides & pilots\n\n${prose[0]} ${prose[1]}\n\n- ${prose[2]}\n\n${prose[3]}`)
})

test.each([
  ['prose', prose.join(' ')],
  ['stars and bars of its own', `${prose.join(' ')}\n2 * 3 = 6 | a_b_c <3 | C:\\temp [sic] #tide`],
  ['an indented paragraph', prose.map((line) => `      ${line}`).join('\n\n')],
])('plain text stays as it is: %s', (_name, text) => {
  expect(withoutMarkup(text)).toBe(null)
})

test('lists and quotations a thousand deep are text, and cost nothing', () => {
  for (const deep of ['> '.repeat(20_000), '- '.repeat(20_000), `${' '.repeat(400)}- `]) {
    expect(withoutMarkup(`# Tides\n\n${deep}${prose[0]}`)).toBe(null)
  }
  expect(withoutMarkup(`# Tides\n\n${'-'.repeat(80)}\n\n${prose[0]}`)).toBe(`# Tides\n\n${prose[0]}`)
})

const columns = `Harbour Letters 12 (3), p. 40

https://example.org/letters/12

${prose[0]} The old marks (see Fig. 3 & 4). were painted anew.
${prose[1]}

Figure
icant
Gauge

${prose[2]} It shows the mean of two years (Graph. 3 & 4). ${prose[3]}

stays within four minutes of the gauge at most times of the year
and the rest of that was lost between the col-

Page 6 of 12
`

test('what a column cut off is no title, and no sentence while there are whole ones', () => {
  const answer = made(columns)
  const titles = (['titles', 'newsletter', 'seo_meta'] as const).flatMap((format) =>
    answer.outputs[format]!.items.filter(({ role }) => role === 'title' || role === 'subject').map(({ text }) => text),
  )
  for (const title of titles) expect(title).not.toMatch(/^(Figure|icant|Gauge|Page 6 of 12|https:.*)$/)
  expect(answer.key_points.slice(0, 3).map(({ text }) => text)).not.toContainEqual(expect.stringMatching(/col-$|^stays/))
  expect(textsOf(answer).some((text) => /(^|\s)3 & 4\)\.\s*$|^3 & 4/.test(text) && !text.includes('Graph'))).toBe(false)
})

test('a post that a thread cut says so', () => {
  const long = `${prose[0].slice(0, -1)}, ${prose[1].slice(0, -1)}, ${prose[2].slice(0, -1)}, and ${prose[3]}`
  const { items } = made(`${long} ${prose.join(' ')}`).outputs.x_thread!
  expect(items.some(({ cut }) => cut)).toBe(true)
  for (const { cut, text } of items) expect(cut).toBe(text.endsWith('…'))
})
