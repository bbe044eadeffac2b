// Every source there is, on its own sample, whole and with one thing wrong in it.
import { Compile } from 'typebox/compile'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { TollgateError } from '../../base/errors.ts'
import { countEntries } from '../../ingestors/aside.ts'
import type { Ingestor, Sample, SampleAnswer } from '../../ingestors/define.ts'
import { corruptions, strangeTexts } from '../support/corrupt.ts'
import { createReplay } from '../support/replay.ts'
import { monthBefore, pollAt, pollOnce, sampleAnswer, sampledSources } from '../support/sources.ts'
import { startUpstream } from '../support/upstream.ts'

const sources = await sampledSources()
/** Which protocol answers to a shared name depends on the whole list: with one gone the next largest rightly does. */
const relative = new Set(['aliases'])
/** What a list says of its own size and of what it lost is another thing once something is lost. */
for (const account of ['totals', 'set_aside']) relative.add(account)

test('there are sources', () => {
  expect(sources.length).toBeGreaterThan(0)
})

describe.each(sources.map((source) => [source.ingestor.source, source] as const))('%s', (_name, { ingestor, sample }) => {
  const honestUpstream = async () => {
    const upstream = await startUpstream(({ url }, response) => {
      const answer = sampleAnswer(sample, url)
      response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.body)
    })
    onTestFinished(upstream.stop)
    return upstream
  }

  test('its whole history becomes values that fit the topic, none of them twice or of the future', async () => {
    const { client } = await honestUpstream()
    const values = await pollOnce(ingestor, client(), null)
    const validator = Compile(ingestor.topic.schema)
    expect(values.filter((value) => !validator.Check(value))).toEqual([])
    const times = values.map((value) => ingestor.topic.observedAt(value).getTime())
    const newest = Math.max(...times)
    expect(newest).toBeLessThanOrEqual(pollAt.getTime())
    // Monthly figures of two months ago are the oldest news any source here may bring.
    expect(pollAt.getTime() - newest).toBeLessThan(100 * 86_400_000)
    expect(new Set(values.map((value) => identity(ingestor, value))).size).toBe(values.length)
    expect(values.every((value) => ingestor.topic.key(value) !== '')).toBe(true)
  })

  test('a later poll asks for no more than the first and brings the same values', async () => {
    const { client, asked } = await honestUpstream()
    const whole = new Map((await pollOnce(ingestor, client(), null)).map((value) => [identity(ingestor, value), value]))
    const first = asked.length
    const later = await pollOnce(ingestor, client(), monthBefore)
    expect(asked.length - first).toBeLessThanOrEqual(first)
    for (const value of later) expect(value).toEqual(whole.get(identity(ingestor, value)))
  })

  test('a body with one thing wrong is refused or loses that thing; no value is ever another one', async () => {
    const replay = createReplay(sample)
    const values = await pollOnce(ingestor, replay, monthBefore)
    const right = { all: values, byIdentity: new Map(values.map((value) => [identity(ingestor, value), value])) }
    const known = new Set(replay.asked)
    let refused = 0
    let lost = 0
    for (const url of someOf([...known], sample)) {
      for (const corruption of corruptions(sampleAnswer(sample, new URL(url)))) {
        replay.corrupt(url, corruption)
        const got = await pollOnce(ingestor, replay, monthBefore).catch((error: TollgateError) => {
          // A name that was wrong in a list may be asked for; upstreams refuse what they do not know.
          const isKnown = [...replay.asked].every((one) => known.has(one))
          const codes = isKnown ? ['upstream_changed'] : ['upstream_changed', 'upstream_refused']
          expect(codes, `${corruption.name}: ${error.message}`).toContain(error.code)
          refused++
          return []
        })
        if (got.length > 0 && countEntries(got) < countEntries(values)) lost++
        for (const value of got) {
          const name = identity(ingestor, value)
          const counterparts = right.byIdentity.has(name) ? [right.byIdentity.get(name)] : isStrange(name) ? right.all : []
          if (!counterparts.some((counterpart) => isPartOf(value, counterpart)))
            expect.fail(`${corruption.name}: ${difference(value, counterparts[0])}`)
        }
      }
    }
    // A source of many tables or rows loses the broken one; a source of one answer is refused.
    expect(refused + lost).toBeGreaterThan(0)
  })
})

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

function identity(ingestor: Ingestor, value: unknown): string {
  return `${ingestor.topic.key(value)} ${ingestor.topic.observedAt(value).toISOString()}`
}

/** Every leaf is the right one, or there is none; a list may have lost entries, and free text says what was sent. */
function isPartOf(value: unknown, right: unknown): boolean {
  if (value === null || value === undefined || value === right) return true
  if (typeof value === 'string') return (typeof right === 'string' || right == null) && isStrange(value)
  if (typeof value !== 'object' || typeof right !== 'object' || right === null) return false
  if (Array.isArray(value)) return Array.isArray(right) && isListPart(value, right)
  // What names its own day may be the one before it when the newest is lost.
  if (isOlder(value, right)) return true
  return Object.entries(value).every(
    ([member, inner]) => relative.has(member) || isPartOf(inner, (right as Record<string, unknown>)[member]),
  )
}

/** What is lost leaves the others in their order: each is looked for from the one before on, and only then from the start. */
function isListPart(value: readonly unknown[], right: readonly unknown[]): boolean {
  let next = 0
  return value.every((inner) => {
    const step = right.findIndex((_, i) => isPartOf(inner, right[(next + i) % right.length]))
    next += step + 1
    return step !== -1
  })
}

function isOlder(value: object, right: object): boolean {
  const [own, newest] = [value, right].map((one) => ('as_of' in one ? one.as_of : null))
  return typeof own === 'string' && typeof newest === 'string' && own < newest
}

function isStrange(text: string): boolean {
  return strangeTexts.some((strange) => text.toLowerCase().includes(strange.toLowerCase()))
}

/** Where a value first differs, for whoever reads the failure. */
function difference(value: unknown, right: unknown, at = ''): string {
  if (Array.isArray(value) && Array.isArray(right)) {
    const i = value.findIndex((inner) => !right.some((one) => isPartOf(inner, one)))
    return difference(value[i], right[Math.min(i, right.length - 1)], `${at}/${i}`)
  }
  if (typeof value === 'object' && value !== null && typeof right === 'object' && right !== null) {
    const [member, inner] = Object.entries(value).find(
      ([name, one]) => !relative.has(name) && !isPartOf(one, (right as any)[name]),
    ) ?? ['', null]
    return difference(inner, (right as any)[member], `${at}/${member}`)
  }
  return `${at} is ${JSON.stringify(value)?.slice(0, 300)}, right is ${JSON.stringify(right)?.slice(0, 300)}`
}
