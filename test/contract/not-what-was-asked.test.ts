// Answers in perfect order that are not what was asked for: each costs itself, and none of it becomes a value.
import { expect, test } from 'vitest'
import type { SampleAnswer } from '../../ingestors/define.ts'
import { pollUpstream } from '../../ingestors/poll.ts'
import { monthBefore, pollAt, sampleAnswer, sampledSources } from '../support/sources.ts'
import { startUpstream } from '../support/upstream.ts'

const sources = new Map((await sampledSources()).map((one) => [one.ingestor.source, one]))

/** One poll through the real client, with some of its answers replaced. */
async function pollWith(source: string, replaced: (url: URL, whole: (url: URL) => SampleAnswer) => SampleAnswer) {
  const { ingestor, sample } = sources.get(source)!
  const upstream = await startUpstream(({ url }, response) => {
    const { type, body } = replaced(url, (asked) => sampleAnswer(sample, asked))
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  try {
    const context = { http: upstream.client(), credentials: {} }
    return await pollUpstream(ingestor, context, { at: pollAt, since: monthBefore }, AbortSignal.timeout(30_000))
  } finally {
    await upstream.stop()
  }
}

test.each([
  ...['3 Mo', '2 Yr', '5 Yr', '10 Yr', '30 Yr'].map((column) => ['nominal', column, 'real'] as const),
  ...['5 YR', '10 YR'].map((column) => ['real', column, 'nominal'] as const),
])('a Treasury file of the %s curve without %s is no curve, and the %s one is read', async (curve, column, other) => {
  const isReal = (url: URL) => url.searchParams.get('type')!.includes('real')
  const { values, aside } = await pollWith('treasury-yields', (url, whole) => {
    const { type, body } = whole(url)
    return { type, body: isReal(url) === (curve === 'real') ? (body as string).replace(`"${column}"`, '"Mean"') : body }
  })
  const tenor = `${Number.parseInt(column, 10)}${column.at(-2)!.toLowerCase()}`
  expect(new Set(aside.map(({ reason }) => reason))).toEqual(new Set([`columns are missing: ${tenor}`]))
  expect(new Set((values as { curve: string }[]).map((value) => value.curve))).toEqual(new Set([other]))
})

test('an indicator of the World Bank answered with another one’s rows is not read, and the others are', async () => {
  const [asked, sent] = ['NY.GDP.MKTP.KD.ZG', 'FP.CPI.TOTL.ZG'] as const
  const measuresOf = (values: readonly unknown[]) =>
    new Set((values as { figures: { measure: string }[] }[]).flatMap(({ figures }) => figures.map(({ measure }) => measure)))
  const right = await pollWith('world-bank', (url, whole) => whole(url))
  expect(measuresOf(right.values).has('growth_pct')).toBe(true)
  const { values, aside } = await pollWith('world-bank', (url, whole) => whole(new URL(url.href.replace(asked, sent))))
  expect(aside.map(({ what, reason }) => [what, reason])).toEqual([[asked, `a row is not of ${asked}`]])
  expect(measuresOf(right.values).difference(measuresOf(values))).toEqual(new Set(['growth_pct']))
})
