// What is drafted without a model: slices of the source in every language, at the lengths their platforms count, cut nowhere but after a word.

import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import type { Item } from '../../../processors/jobs/repurpose/item.ts'
import { boundOf } from '../../../processors/jobs/repurpose/limits.ts'
import { measure } from '../../../processors/jobs/repurpose/measure.ts'
import { repurposeText } from '../../../processors/jobs/repurpose/repurpose-task.ts'
import { RepurposeAnswer } from '../../../processors/jobs/repurpose/schema.ts'
import { sentencesOf } from '../../../processors/jobs/repurpose/sentences.ts'
import { type FormatName, formatNames, type Wishes } from '../../../processors/jobs/repurpose/task-shape.ts'
import { weightedLength } from '../../../processors/jobs/repurpose/weighted-length.ts'
import { sampleText } from '../../../processors/services/content/sample-text.ts'
import { texts } from './texts.ts'

const wishes: Wishes = { formats: formatNames, maxItems: 3, keepQuotes: true, language: null }

function done(text: string, more: Partial<Wishes> = {}, title: string | null = null) {
  const input = { ...wishes, ...more, asOf: '2026-11-01T00:00:00.000Z' }
  const { output, text: body } = repurposeText(input, Buffer.from(JSON.stringify({ text, title, page: null })))
  return { output, body: body === '' ? null : (JSON.parse(body) as RepurposeAnswer) }
}
const made = (text: string, more: Partial<Wishes> = {}) => done(text, more).body!
const itemsOf = ({ outputs }: RepurposeAnswer) =>
  Object.entries(outputs).flatMap(([format, { items }]) => items.map((item) => [format as FormatName, item] as const))
const checker = Compile(RepurposeAnswer)

/** What of an item's text is no slice of the source. */
function glueOf(item: Item): string {
  let glue = ''
  let at = 0
  for (const span of item.source_spans) {
    glue += item.text.slice(at, span.at!)
    at = span.at! + span.end - span.start
  }
  return glue + item.text.slice(at)
}

describe.each(Object.entries(texts))('in %s', (language, text) => {
  const answer = made(text)

  test('the answer is as its schema says and knows the language', () => {
    expect([...checker.Errors(answer)]).toEqual([])
    expect(answer.source.language).toBe(language)
    expect(answer.source.text).toBe(text)
  })

  test('every span is where it says, and between spans stands no word', () => {
    const items = itemsOf(answer)
    expect(items.length).toBeGreaterThan(12)
    for (const [, item] of items) {
      expect(item.source_spans.length).toBeGreaterThan(0)
      for (const { start, end, at } of item.source_spans)
        expect(item.text.slice(at!, at! + end - start)).toBe(answer.source.text.slice(start, end))
      expect(glueOf(item)).toMatch(/^(?:\d+\/\d+ )?[\s•…]*$/)
    }
    for (const { text: point, start, end } of answer.key_points) expect(text.slice(start, end)).toBe(point)
  })

  test('no part is longer than its platform takes, and its length is counted right', () => {
    for (const [format, { role, text: part, length }] of itemsOf(answer)) {
      const bound = boundOf(format, role)!
      expect(length).toEqual({ ...bound, used: measure(part, bound.unit) })
      expect(length.used).toBeLessThanOrEqual(bound.most)
      expect(part.isWellFormed()).toBe(true)
    }
  })

  test.each([12, 16, 24])('cut at %i, a part ends after a whole word', async (most) => {
    const { shorten } = await import('../../../processors/jobs/repurpose/shorten.ts')
    const { sentencesOf } = await import('../../../processors/jobs/repurpose/sentences.ts')
    const words = new Intl.Segmenter('und', { granularity: 'word' })
    let cuts = 0
    for (const { piece } of sentencesOf(text, language)) {
      const short = shorten(piece, { unit: 'graphemes', most })
      if (short === null || short === piece) continue
      cuts++
      const kept = short.text.slice(0, -1)
      expect(piece.text.startsWith(kept)).toBe(true)
      const next = words.segment(piece.text).containing(kept.length)!
      expect(next.index).toBe(kept.length)
      expect(measure(short.text, 'graphemes')).toBeLessThanOrEqual(most)
    }
    expect(cuts).toBeGreaterThan(0)
  })
})

test('counts are kept: at most so many of a kind, and said where there are fewer', () => {
  for (const maxItems of [1, 2, 15]) {
    const { outputs } = made(texts.en!, { maxItems })
    const count = (format: FormatName, role: string) => outputs[format]!.items.filter((item) => item.role === role).length
    const points = count('key_points', 'point')
    expect(points).toBeLessThanOrEqual(maxItems)
    if (points < maxItems) expect(outputs.key_points!.notes[0]).toContain(`${points} of ${maxItems}`)
    expect(count('x_post', 'post')).toBe(1)
    expect(count('summary', 'summary')).toBe(1)
    expect(count('x_thread', 'post')).toBeLessThanOrEqual(maxItems)
    expect(count('titles', 'title')).toBeLessThanOrEqual(maxItems)
  }
})

test('a name ends at a comma and is told as it stands', () => {
  const text =
    'When winter came in January, Ortega closed the bridge of Northfield for the traffic of heavy lorries. ' +
    'It was the firm of Jean-Luc Moreau that paid for the work, and AT & T of Dallas paid for the rest of it all.'
  const names = made(text, { formats: ['summary'] }).entities.map((entity) => entity.text)
  expect(names).toEqual(expect.arrayContaining(['January', 'Ortega', 'Northfield', 'Jean-Luc Moreau', 'AT & T', 'Dallas']))
  expect(names.filter((name) => !text.includes(name))).toEqual([])
})

test('a summary of a short text is half of it at the most, or one sentence', () => {
  const sentences = [
    'The council of Lyon voted on Monday to raise the price of a tram ticket to 2.10 euros from January.',
    'The rise of the ticket price will bring the city 14 million euros a year.',
    'The mayor, Claire Dubois, said that the council had no choice left.',
    'Opponents promised to appeal against the vote of the council.',
  ]
  const summaryOf = (text: string) => made(text, { formats: ['summary'] }).outputs.summary!.items.map((item) => item.text)
  const words = (text: string) => measure(text, 'words')
  const [four] = summaryOf(sentences.join(' '))
  expect(words(four!)).toBeLessThanOrEqual(Math.ceil(words(sentences.join(' ')) / 2))
  expect(sentences.filter((sentence) => four!.includes(sentence)).length).toBeGreaterThan(0)
  const [one] = summaryOf(`${sentences[0]!.slice(0, -1)}, ${'and of every other ticket of the town, '.repeat(4)}as it said.`)
  expect(one).toContain('The council of Lyon')
})

test('a thread is numbered through, in the order of the source', () => {
  const { items } = made(`${texts.en}\n\n${sampleText}`, { maxItems: 12 }).outputs.x_thread!
  expect(items.length).toBeGreaterThan(2)
  expect(items.map(({ text }) => text.split(' ')[0])).toEqual(items.map((_, i) => `${i + 1}/${items.length}`))
  const starts = items.flatMap((item) => item.source_spans.map(({ start }) => start))
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
})

test('a question is answered by what stands behind it, and none is made up', () => {
  const [question, answer] = made(texts.en!).outputs.faq!.items
  expect(question!.text).toBe('Was it worth the money?')
  expect(answer!.text).toMatch(/^The harbour master says/)
  const none = made(texts.en!.replace('Was it worth the money?', 'It was worth the money.')).outputs.faq!
  expect(none.items).toEqual([])
  expect(none.notes[0]).toContain('nothing was made up')
})

test('sentences that quote are left out where quotes are not wanted', () => {
  const all = (answer: RepurposeAnswer) =>
    itemsOf(answer)
      .map(([, { text }]) => text)
      .join('\n')
  expect(all(made(texts.en!, { maxItems: 15 }))).toContain('always soft')
  expect(all(made(texts.en!, { maxItems: 15, keepQuotes: false }))).not.toContain('always soft')
})

test('words wrapped over lines are one sentence of several slices; an abbreviation ends none', () => {
  const wrapped = texts.en!.replace('sunk by 11 centimetres in six years, and', 'sunk by 11 centimetres\nin six years, and')
  const { items } = made(wrapped, { formats: ['key_points'], maxItems: 15 }).outputs.key_points!
  const sunk = items.find(({ text }) => text.includes('centimetres in six'))!
  expect(sunk.source_spans).toHaveLength(2)
  expect(items.some(({ text }) => text.startsWith('Dr. Bruni first noticed'))).toBe(true)
})

test.each([
  ['nothing that shows', '\u200b\u2060\u00ad'.repeat(100), 'too_short'],
  ['199 characters', `${'a '.repeat(99)}a`, 'too_short'],
  ['marks and no word', '?! — '.repeat(100), 'no_words'],
])('%s is refused by name', (_what, text, code) => {
  expect(done(text).output).toMatchObject({ kind: 'refused', code })
})

test.each([
  ['one word of 60,000 letters', 'a'.repeat(60_000)],
  ['one link that is too long', `https://a.example/${'b'.repeat(7_000)}`],
])('%s is cut nowhere: there is no part of it', (_what, text) => {
  expect(itemsOf(made(text)).map(([, { text: part }]) => part)).toEqual([])
})

test('a family of emoji and stacked marks stay whole', () => {
  const family = '👨‍👩‍👧‍👦'
  const text = Array.from({ length: 80 }, (_, i) => `${family} n\u0303\u0301${i}`).join(' ')
  for (const [, { text: part }] of itemsOf(made(text))) {
    expect(part.replaceAll(family, '').replaceAll('n\u0303\u0301', '')).toMatch(/^[\d\s•…/]*$/)
    expect(part.isWellFormed()).toBe(true)
  }
})

test('the title of a page is part of its text, so it can be traced too', () => {
  const { body } = done(texts.en!, { formats: ['titles'] }, 'Cranes on the move')
  expect(body!.source.text.startsWith('Cranes on the move\n\n')).toBe(true)
  expect(body!.outputs.titles!.items[0]!.text).toBe('Cranes on the move')
})

// Each as twitter-text 3.1.0 counts it.
test.each([
  ['hello', 5],
  ['你好世界', 8],
  ['https://a.co x', 25],
  ['see example.com now', 31],
  ['version 3.14 and 1.2.3', 22],
  ['👨‍👩‍👧‍👦 family', 9],
  ['1️⃣ one', 6],
  ['“quotes” — and … dots', 22],
  ['नमस्ते दुनिया', 13],
  ['cafe\u0301', 4],
  ['©', 1],
])('X counts %j as %i', (text, length) => {
  expect(weightedLength(text)).toBe(length)
})

test('an address, a sum in millions and a day of January are not cut in two; a sentence that ends in January is', () => {
  const cut = (text: string, language: string) => sentencesOf(text, language).map(({ piece }) => piece.text)
  expect(cut('See https://example.com/a/path?x=1&y=2.5 and example.org now! It is open.', 'en')).toEqual([
    'See https://example.com/a/path?x=1&y=2.5 and example.org now!',
    'It is open.',
  ])
  expect(cut('Die Brücke kostete 3,5 Mio. Euro und war zu schwach. Sie fiel.', 'de')).toHaveLength(2)
  expect(cut('Output rose vs. Jan. 5 of last year. The quay opened in Jan. Ships came.', 'en')).toEqual([
    'Output rose vs. Jan. 5 of last year.',
    'The quay opened in Jan.',
    'Ships came.',
  ])
  expect(cut('港口在三月搬走了四台起重机。值得吗？是的。', 'zh')).toHaveLength(3)
})

test('a page is of the language it declares, and plain letters alone are no Vietnamese', () => {
  const harbour = Array.from(
    { length: 8 },
    (_, i) => `The harbour of town ${i} moved ${i + 3} cranes in March, for the old quay had sunk. `,
  ).join('')
  const source = (language: string | null) => {
    const input = { ...wishes, asOf: '2026-11-01T00:00:00.000Z' }
    const { text } = repurposeText(input, Buffer.from(JSON.stringify({ text: harbour, title: null, language, page: null })))
    return (JSON.parse(text) as RepurposeAnswer).source
  }
  expect(source('en')).toMatchObject({ language: 'en', language_source: 'declared' })
  expect(source(null).language).not.toBe('vi')
})

test('what could not be read is told and no text of it is ready; of too much of it nothing is made', () => {
  const damaged = sampleText.replace('ü', 'u').replace('harbour', 'harb\ufffdur')
  const answer = made(damaged, { formats: ['summary'] })
  expect(answer.notes.join()).toContain('1 characters of the source could not be read')
  expect(answer.signal.label).not.toBe('ready')
  expect(done(sampleText.replaceAll('e', '\ufffd')).output).toMatchObject({ kind: 'refused', code: 'unreadable' })
})

test('one sentence twenty times over is a weak source, and is told once', () => {
  expect(
    made('The port moved four of its cranes last March. '.repeat(20), { formats: ['key_points'] }).outputs.key_points!.items,
  ).toHaveLength(1)
  expect(made('The port moved four of its cranes last March. '.repeat(20), { formats: ['summary'] }).signal.label).toBe(
    'weak_source',
  )
})
