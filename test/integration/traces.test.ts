// The whole program traced to a collector: a paid call and a poll, each as one trace, and nothing in it that is a caller's or a secret.

// @module-tag alone
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTraces } from '../../app/traces/index.ts'
import { traced } from '../../base/trace.ts'
import type { LogRecord } from '../../db/log/port.ts'
import { defineTopic } from '../../db/log/topic.ts'
import { sampleText } from '../../processors/services/content/sample-text.ts'
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { describeOnLogs } from '../support/on-logs.ts'
import { quiet } from '../support/quiet.ts'
import { onlyRates } from '../support/rates-for-sale.ts'
import { testOrigin } from '../support/topics.ts'
import { until } from '../support/until.ts'

const key = 'a-key-of-the-collector'

const namesOf = (spans: readonly CollectedSpan[]) => spans.map(({ name }) => name).sort()
const childrenOf = (spans: readonly CollectedSpan[], parent: CollectedSpan) =>
  spans.filter(({ parentSpanId, traceId }) => parentSpanId === parent.spanId && traceId === parent.traceId)

describe('the program', () => {
  let collector: Collector
  let gateway: Gateway
  let answers = (response: ServerResponse) => void response.writeHead(200).end('{}')
  beforeAll(async () => {
    collector = await startCollector((response) => answers(response))
    gateway = await openGateway({
      ONLY_SOURCES: onlyRates,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: `x-key=${key}`,
    })
  })
  afterAll(async () => {
    await gateway?.close()
    await collector?.stop()
  })

  const paidFor = async (name: string) => {
    const isOne = (span: CollectedSpan) =>
      span.name === name && span.attributes['http.response.status_code'] === 200 && childrenOf(collector.spans, span).length > 2
    await until(`${name} is traced`, () => collector.spans.some(isOne))
    const request = collector.spans.find(isOne)!
    return { request, trace: collector.spans.filter(({ traceId }) => traceId === request.traceId) }
  }

  test('a paid call is one trace: claim with verify, read, settle', async () => {
    await until('rates are sold', async () => (await gateway.get('/api/rates/rates')).status === 200)
    const { request, trace } = await paidFor('GET /api/rates/rates')
    expect(namesOf(childrenOf(trace, request))).toEqual(['claim', 'read', 'settle'])
    const claim = trace.find(({ name }) => name === 'claim')!
    expect(namesOf(childrenOf(trace, claim))).toEqual(['verify'])
    expect(claim.attributes).toMatchObject({ outcome: 'serve' })
    expect(trace.find(({ name }) => name === 'settle')!.attributes).toMatchObject({ outcome: 'charged' })
    expect(collector.asked[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-key': key } })
  })

  test('so is one whose question is a body, with the record it puts on the log and the work that is done for it', async () => {
    const { status } = await gateway.post('/api/content/repurpose', { text: sampleText, formats: ['summary'] })
    expect(status).toBe(200)
    const { request, trace } = await paidFor('POST /api/content/repurpose')
    expect(namesOf(childrenOf(trace, request))).toEqual(['claim', 'read', 'settle'])
    const append = trace.find(({ name }) => name === 'append')!
    expect(trace.find(({ spanId }) => spanId === append.parentSpanId)).toMatchObject({ name: 'read' })
    await until('it is applied', () =>
      collector.spans.some(({ name, parentSpanId }) => name === 'apply' && parentSpanId === append.spanId),
    )
  })

  test('a poll is one trace with what it appends and what is applied of that', async () => {
    const polls = () => collector.spans.filter(({ name, attributes }) => name === 'poll' && attributes.source === 'nyfed-rates')
    const applied = () =>
      polls().flatMap((poll) =>
        childrenOf(collector.spans, poll)
          .filter(({ name }) => name === 'append')
          .flatMap((append) => childrenOf(collector.spans, append)),
      )
    await until('it is applied', () =>
      applied().some(({ attributes }) => attributes['messaging.consumer.group.name'] === 'rates'),
    )
    expect(polls()[0]!.attributes).toMatchObject({ outcome: 'polled', appended: expect.any(Number) })
    expect(namesOf(applied()).every((name) => name === 'apply')).toBe(true)
  })

  test('nothing of a caller, of a payment or of a secret is told, and a trace a caller brings is not taken', async () => {
    const theirs = 'f'.repeat(32)
    const secret = 'mark-of-a-caller'
    const headers = { traceparent: `00-${theirs}-${'e'.repeat(16)}-01`, authorization: secret, 'user-agent': secret }
    await fetch(`${gateway.url}/api/rates/rates?city=${secret}`, { headers })
    await fetch(`${gateway.url}/api/doc/${secret}?file=${secret}.pdf`, { headers })
    const body = JSON.stringify({ url: `https://example.com/${secret}.pdf?token=${secret}` })
    await fetch(`${gateway.url}/api/doc/convert`, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    const strange = ({ name, attributes }: CollectedSpan) =>
      name === 'POST /api/doc/convert' || attributes['http.response.status_code'] === 404
    await until('they are traced', () => collector.spans.filter(strange).length >= 2)
    const told = collector.texts.join('\n')
    const { rows } = await gateway.database.pool.query<{ payer: string; nonce: string; transaction: string }>(
      'SELECT payer, nonce, transaction FROM payment WHERE transaction IS NOT NULL',
    )
    expect(rows.length).toBeGreaterThan(0)
    const { password } = new URL(gateway.database.url)
    const forbidden = [secret, key, theirs, ...(password === '' ? [] : [password]), ...rows.flatMap((row) => Object.values(row))]
    for (const word of [...forbidden, sampleText.slice(0, 40)])
      expect(told.toLowerCase()).not.toContain(String(word).toLowerCase())
  })

  test('a collector that answers no more costs a payer nothing', async () => {
    answers = () => undefined
    const told = collector.asked.length
    await until('it has been told something', async () => {
      expect((await gateway.get('/api/rates/rates')).status).toBe(200)
      return collector.asked.length > told
    })
    for (let i = 0; i < 10; i++) expect((await gateway.get('/api/rates/rates')).status).toBe(200)
  })
})

describeOnLogs('the trace of records', (suite) => {
  suite.it('goes with each, and what is written without one has none', async () => {
    const topic = defineTopic({
      name: `test.${randomBytes(5).toString('hex')}.v1`,
      origin: testOrigin,
      schema: Type.Object({ key: Type.String() }),
      retention: { days: 7 },
      key: (value) => value.key,
      observedAt: () => new Date(0),
    })
    await suite.log.ensure([topic])
    const collector = await startCollector()
    onTestFinished(() => collector.stop())
    await suite.log.append(topic, [{ key: 'before' }])
    const traces = startTraces({
      ...{ url: `${collector.endpoint}/v1/traces`, headers: {}, ratio: 1, logger: quiet },
      speaker: { version: '0', role: 'all', instance: 'here' },
    })
    try {
      const write = (key: string) =>
        traced('poll', { source: key }, () => suite.log.append(topic, [{ key }, { key: `${key} 2` }]))
      await Promise.all([write('one'), write('two'), suite.log.remove(topic, ['gone'])])
    } finally {
      await traces.stop()
    }
    await suite.log.append(topic, [{ key: 'after' }])
    const read: LogRecord[] = []
    for await (const record of suite.log.read(topic, {})) read.push(record)
    const traceOf = new Map(read.map(({ key, trace }) => [key, trace?.split('-')[1]]))
    const polls = new Map(
      collector.spans.filter(({ name }) => name === 'poll').map(({ attributes, traceId }) => [attributes.source, traceId]),
    )
    expect(read).toHaveLength(7)
    for (const key of ['one', 'two']) {
      expect(traceOf.get(key)).toBe(polls.get(key))
      expect(traceOf.get(`${key} 2`)).toBe(polls.get(key))
    }
    expect(polls.get('one')).not.toBe(polls.get('two'))
    expect([traceOf.get('before'), traceOf.get('after')]).toEqual([undefined, undefined])
    expect(traceOf.get('gone')).toMatch(/^[0-9a-f]{32}$/)
  })
})
