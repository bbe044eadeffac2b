// Every source there is, on its own sample and on an upstream that misbehaves, through the real client and a real server.
import { Compile } from 'typebox/compile'
import { afterEach, describe, expect, test } from 'vitest'
import type { TollgateError } from '../../errors.ts'
import type { Ingestor } from '../../ingestors/define.ts'
import { corruptions } from '../support/corrupt.ts'
import { misbehaviours } from '../support/misbehaviours.ts'
import { monthBefore, pollAt, pollOnce, sampleAnswer, sampledSources } from '../support/sources.ts'
import { type Behaviour, hasty, startUpstream, type Upstream } from '../support/upstream.ts'

const sources = await sampledSources()
let upstream: Upstream | null = null

afterEach(async () => {
  await upstream?.stop()
  upstream = null
})

async function upstreamThat(behave: Behaviour): Promise<Upstream> {
  upstream = await startUpstream(behave)
  return upstream
}

test('there are sources', () => {
  expect(sources.length).toBeGreaterThan(0)
})

describe.each(sources.map((source) => [source.ingestor.source, source] as const))('%s', (_name, { ingestor, sample }) => {
  const honest: Behaviour = ({ url }, response) => {
    const answer = sampleAnswer(sample, url)
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.body)
  }
  const failureOf = (poll: Promise<unknown[]>): Promise<TollgateError> =>
    poll.then(
      (values) => expect.fail(`${values.length} values instead of an error`),
      (error) => error,
    )

  test('its whole history becomes values that fit the topic, none of them twice or of the future', async () => {
    const { client } = await upstreamThat(honest)
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
    const { client, asked } = await upstreamThat(honest)
    const whole = new Map((await pollOnce(ingestor, client(), null)).map((value) => [identity(ingestor, value), value]))
    const first = asked.length
    const later = await pollOnce(ingestor, client(), monthBefore)
    expect(asked.length - first).toBeLessThanOrEqual(first)
    for (const value of later) expect(value).toEqual(whole.get(identity(ingestor, value)))
  })

  test('429 with Retry-After is honoured, then the poll succeeds', async () => {
    const { client, asked } = await upstreamThat((now, response) => {
      if (asked.length === 1) response.writeHead(429, { 'retry-after': '1' }).end()
      else honest(now, response)
    })
    const startedAt = performance.now()
    const values = await pollOnce(ingestor, client(), monthBefore)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990)
    expect(values.length).toBeGreaterThan(0)
    expect(asked[1]).toEqual(asked[0])
  })

  test.each(misbehaviours)('$name ends in $code, in time', async ({ code, attempts, options, behave }) => {
    const { client, asked } = await upstreamThat(({ url }, response) => behave(sampleAnswer(sample, url), response))
    const startedAt = performance.now()
    const failure = await failureOf(pollOnce(ingestor, client(options), monthBefore))
    expect(failure).toMatchObject({ name: 'TollgateError', code })
    expect(failure.message.length).toBeGreaterThan(10)
    // All its tries timing out, and the slack of a busy machine.
    const timeoutMs = options?.timeoutMs ?? hasty.timeoutMs
    expect(performance.now() - startedAt).toBeLessThan(hasty.attempts * timeoutMs + 5_000)
    const firstUrl = asked[0]!.href
    expect(asked.filter((url) => url.href === firstUrl || url.href === `${firstUrl.split('?')[0]}?`).length).toBeLessThanOrEqual(
      attempts,
    )
  })

  test('a body with one thing wrong is refused or loses that thing; no value is ever another one', async () => {
    let body: ((url: URL) => string | undefined) | null = null
    const { client } = await upstreamThat(({ url }, response) => {
      const answer = sampleAnswer(sample, url)
      response.writeHead(200, { 'content-type': answer.type }).end(body?.(url) ?? answer.body)
    })
    const asked: URL[] = upstream!.asked
    const right = new Map((await pollOnce(ingestor, client(), monthBefore)).map((value) => [identity(ingestor, value), value]))
    let refused = 0
    for (const url of someOf([...new Set(asked.map((one) => one.href))])) {
      const answer = sampleAnswer(sample, new URL(url))
      for (const corruption of corruptions(answer.type, answer.body)) {
        body = (one) => (one.href === url ? corruption.body : undefined)
        const values = await pollOnce(ingestor, client(), monthBefore).catch((error: TollgateError) => {
          expect(error, corruption.name).toMatchObject({ code: 'upstream_changed' })
          refused++
          return []
        })
        for (const value of values) expectNothingElse(value, right.get(identity(ingestor, value)), corruption.name)
      }
    }
    expect(refused).toBeGreaterThan(0)
  })
})

/** Of many files of one shape the first and the last few: each more would only repeat them. */
function someOf(urls: readonly string[]): readonly string[] {
  return urls.length <= 6 ? urls : [...urls.slice(0, 3), ...urls.slice(-3)]
}

function identity(ingestor: Ingestor, value: unknown): string {
  return `${ingestor.topic.key(value)} ${ingestor.topic.observedAt(value).toISOString()}`
}

/** Every leaf is the right one, or there is none. */
function expectNothingElse(value: unknown, right: unknown, where: string): void {
  // Most leaves are right; asking expect about each of them takes a minute where a source has thousands.
  if (value === null || value === undefined || value === right) return
  if (typeof value !== 'object') expect(value, where).toBe(right)
  else
    for (const [member, inner] of Object.entries(value))
      expectNothingElse(inner, (right as Record<string, unknown> | undefined)?.[member], `${where}: ${member}`)
}
