// Every source there is, on its own sample, whole and with one thing wrong in it.
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TollgateError } from '../../base/errors.ts'
import { countEntries } from '../../ingestors/aside.ts'
import type { Ingestor, Sample, SampleAnswer } from '../../ingestors/define.ts'
import { corruptions } from '../support/corrupt.ts'
import { differenceOf, factName, isOfRight } from '../support/part-of.ts'
import { createReplay } from '../support/replay.ts'
import { shortened, waysToShorten } from '../support/shortened.ts'
import { monthBefore, pollAt, pollOnce, sampleAnswer, sampledSources } from '../support/sources.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const sources = await sampledSources()

test('there are sources', () => {
  expect(sources.length).toBeGreaterThan(0)
})

describe.each(sources.map((source) => [source.ingestor.source, source] as const))('%s', (_name, { ingestor, sample }) => {
  let upstream: Upstream
  let values: readonly unknown[]
  let askedFirst: number

  beforeAll(async () => {
    upstream = await startUpstream(({ url }, response) => {
      const answer = sampleAnswer(sample, url)
      response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.body)
    })
    values = await pollOnce(ingestor, upstream.client(), null)
    askedFirst = upstream.asked.length
  })
  afterAll(() => {
    values = []
    return upstream.stop()
  })

  test('its whole history becomes values that fit the topic, none of them twice or of the future', () => {
    const validator = Compile(ingestor.topic.schema)
    expect(values.filter((value) => !validator.Check(value))).toEqual([])
    const times = values.map((value) => ingestor.topic.observedAt(value).getTime())
    const newest = Math.max(...times)
    expect(newest).toBeLessThanOrEqual(pollAt.getTime())
    // Monthly figures of two months ago are the oldest news any source here may bring.
    expect(pollAt.getTime() - newest).toBeLessThan(100 * 86_400_000)
    expect(new Set(values.map((value) => factName(ingestor, value))).size).toBe(values.length)
    expect(values.every((value) => ingestor.topic.key(value) !== '')).toBe(true)
  })

  test('a later poll asks for no more than the first and brings the same values', async () => {
    const whole = new Map(values.map((value) => [factName(ingestor, value), value]))
    const later = await pollOnce(ingestor, upstream.client(), monthBefore)
    expect(upstream.asked.length - askedFirst).toBeLessThanOrEqual(askedFirst)
    for (const value of later) expect(value).toEqual(whole.get(factName(ingestor, value)))
  })

  test('a body with one thing wrong is refused or loses that thing; no value is ever another one', async () => {
    const { made, looked, replay, values: since } = await pollFewest(ingestor, sample)
    const right = { all: since, byName: new Map(since.map((value) => [factName(ingestor, value), value])) }
    const [entries, told] = [countEntries(since), countTold(since)]
    const known = new Set(replay.asked)
    let refused = 0
    let lost = 0
    for (const url of someOf([...known], sample)) {
      for (const corruption of corruptions(made(sampleAnswer(sample, new URL(url))))) {
        // The poll would be the same one again.
        if (corruption.member !== undefined && looked.get(url)?.has(corruption.member) === false) continue
        replay.corrupt(url, corruption)
        const got = await pollOnce(ingestor, replay, monthBefore).catch((error: TollgateError) => {
          // A name that was wrong in a list may be asked for; upstreams refuse what they do not know.
          const isKnown = [...replay.asked].every((one) => known.has(one))
          const codes = isKnown ? ['upstream_changed'] : ['upstream_changed', 'upstream_refused']
          expect(codes, `${corruption.name}: ${error.message}`).toContain(error.code)
          refused++
          return []
        })
        if (got.length > 0 && (countEntries(got) < entries || countTold(got) < told)) lost++
        for (const [i, value] of got.entries())
          if (!isOfRight(ingestor, value, right, i)) expect.fail(`${corruption.name}: ${differenceOf(ingestor, value, right)}`)
      }
    }
    // A source of many tables or rows loses the broken one; a source of one answer is refused.
    expect(refused + lost).toBeGreaterThan(0)
  })
})

/** One poll of answers with fewer rows, where they still tell of all that the whole ones tell of; else of the whole ones. */
async function pollFewest(ingestor: Ingestor, sample: Sample) {
  const keysOf = (values: readonly unknown[]) => new Set(values.map((value) => ingestor.topic.key(value)))
  const poll = async (made: (answer: SampleAnswer) => SampleAnswer) => {
    const looked = new Map<string, Set<string>>()
    const replay = createReplay(sample, { looked, made })
    // Written out, so that whatever a value passes on is looked at.
    const values = JSON.parse(JSON.stringify(await pollOnce(ingestor, replay, monthBefore))) as unknown[]
    return { made, looked, replay, values }
  }
  const whole = await poll((answer) => answer)
  for (const kept of waysToShorten) {
    const fewer = await poll((answer) => shortened(answer, kept)).catch(() => null)
    // Who counts rows to name the next page would ask for other pages, and a lost row would show some that the right ones never had.
    const isSamePages = fewer !== null && whole.replay.asked.symmetricDifference(fewer.replay.asked).size === 0
    if (isSamePages && keysOf(whole.values).isSubsetOf(keysOf(fewer.values))) return fewer
  }
  return whole
}

/** What is told at all: a state that lacks a figure is one entry like any other. */
const countTold = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + countTold(inner), 0)
    : Number(value !== null && value !== undefined)

/** Of the files of one host that begin alike the first and the last: each more would only repeat them. */
function someOf(urls: readonly string[], sample: Sample): readonly string[] {
  const alike = Map.groupBy(urls, (url) => `${new URL(url).host} ${headOf(sampleAnswer(sample, new URL(url)))}`)
  const some = [...alike.values()].flatMap((own) => (own.length > 2 ? [own[0]!, own.at(-1)!] : own))
  return some.length <= 6 ? some : [...some.slice(0, 2), ...some.slice(-2)]
}

/** The members or columns an answer has, whatever stands in them. */
function headOf({ type, body }: SampleAnswer): string {
  if (typeof body !== 'string') return type
  if (!type.includes('json') || type.includes('ndjson')) return body.slice(0, body.indexOf('\n'))
  const root: unknown = JSON.parse(body)
  const first = Array.isArray(root) ? (root[0] ?? []) : root
  return typeof first === 'object' && first !== null ? Object.keys(first).join() : typeof first
}
