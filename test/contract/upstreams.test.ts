// Every source there is, on an upstream that misbehaves, through the real client and a real server.
import { describe, expect, type TestContext, test } from 'vitest'
import type { TollgateError } from '../../base/errors.ts'
import { misbehaviours } from '../support/misbehaviours.ts'
import { monthBefore, pollAt, pollOnce, sampleAnswer, sampledSources } from '../support/sources.ts'
import { type Behaviour, hasty, startUpstream, type Upstream } from '../support/upstream.ts'

const sources = await sampledSources()
const empty = misbehaviours.find(({ name }) => name === 'an empty list')!

async function upstreamFor(context: TestContext, behave: Behaviour): Promise<Upstream> {
  const upstream = await startUpstream(behave)
  context.onTestFinished(upstream.stop)
  return upstream
}

/** What has no list in it cannot send an empty one. */
const listless = new Set(['lido-withdrawals'])

// Concurrently: most of each test is waiting, and every one has a server of its own.
describe.concurrent.each(sources.map((source) => [source.ingestor.source, source] as const))('%s', (_name, source) => {
  const { ingestor, sample } = source
  const isTrouble = (name: string) => name !== empty.name || (ingestor.nothingIsNews !== true && !listless.has(ingestor.source))

  test('429 with Retry-After is honoured, then the poll succeeds', async (context) => {
    const { client, asked } = await upstreamFor(context, ({ url }, response) => {
      const answer = sampleAnswer(sample, url)
      if (asked.length === 1) response.writeHead(429, { 'retry-after': '1' }).end()
      else response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.body)
    })
    const startedAt = performance.now()
    const values = await pollOnce(ingestor, client(), monthBefore)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990)
    expect(values.length).toBeGreaterThan(0)
    // Of tables asked at once the others come before the repeat.
    expect(asked.slice(1).map(({ href }) => href)).toContain(asked[0]!.href)
  })

  test.for(misbehaviours.filter(({ name }) => isTrouble(name)))(
    '$name ends in $code, in time',
    async ({ code, attempts, options, behave }, context) => {
      const { client, asked } = await upstreamFor(context, ({ url }, response) =>
        behave(() => sampleAnswer(sample, url), response),
      )
      const startedAt = performance.now()
      const failure = await pollOnce(ingestor, client(options), monthBefore).then(
        (values) => expect.fail(`${values.length} values instead of an error`),
        (error: TollgateError) => error,
      )
      expect(failure).toMatchObject({ name: 'TollgateError', code })
      expect(failure.message.length).toBeGreaterThan(10)
      // All its tries timing out, and the slack of a busy machine.
      const timeoutMs = options?.timeoutMs ?? hasty.timeoutMs
      expect(performance.now() - startedAt).toBeLessThan(hasty.attempts * timeoutMs + 30_000)
      const firstUrl = asked[0]!.href
      const path = firstUrl.split('?')[0]!
      // Each table of a source of many is asked by itself, and a loop leads all of them to the one address.
      const tables = new Set(asked.map(({ href }) => href).filter((href) => href.split('?')[0] === path && href !== `${path}?`))
      expect(asked.filter(({ href }) => href === firstUrl).length).toBeLessThanOrEqual(attempts)
      expect(asked.filter(({ href }) => href === firstUrl || href === `${path}?`).length).toBeLessThanOrEqual(
        attempts * tables.size,
      )
    },
  )

  if (ingestor.nothingIsNews !== true) return
  test('an empty list is an answer: a value that says so', async (context) => {
    const { client } = await upstreamFor(context, ({ url }, response) => empty.behave(() => sampleAnswer(sample, url), response))
    const values = await pollOnce(ingestor, client(), monthBefore)
    expect(values).toHaveLength(1)
    expect(ingestor.topic.observedAt(values[0])).toEqual(pollAt)
    expect(Object.values(values[0] as object).filter(Array.isArray)).toEqual([[]])
  })
})
