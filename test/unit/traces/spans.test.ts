// Spans from the program to a collector: which belong together, what they cost when nobody listens, and a collector that misbehaves.

// @module-tag slow
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTraces, type TraceOptions } from '../../../app/traces/index.ts'
import { beginSpan, currentTrace, endSpan, inSpan, spanBegins, traced } from '../../../base/trace.ts'
import { type Collector, startCollector } from '../../support/collector.ts'
import { quiet } from '../../support/quiet.ts'
import { projectFiles } from '../../support/tree.ts'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapMb = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}

const speaker = { version: '0.0.0', role: 'all', instance: 'here/1' }
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

function trace(url: string, also: Partial<TraceOptions> = {}) {
  const traces = startTraces({ url, headers: {}, ratio: 1, speaker, logger: quiet, everyMs: 50, ...also })
  stops.push(() => traces.stop())
  return traces
}

async function collecting(): Promise<Collector & { told(): Promise<Collector['spans']> }> {
  const collector = await startCollector()
  onTestFinished(() => collector.stop())
  const traces = trace(`${collector.endpoint}/v1/traces`)
  const told = async () => {
    await traces.stop()
    return collector.spans
  }
  return { ...collector, told }
}

const remote = (trace: string, span: string) => `00-${trace.repeat(32)}-${span.repeat(16)}-01`

describe('off', () => {
  test('the work is called as if there were nothing around it', async () => {
    const work = Promise.resolve(1)
    expect(spanBegins.hasSubscribers).toBe(false)
    expect(traced('claim', {}, () => work)).toBe(work)
    expect(beginSpan('request', {})).toBeNull()
    expect(currentTrace()).toBeUndefined()
  })

  test('a span costs less than a microsecond', () => {
    const done = Promise.resolve(1)
    const work = () => done
    const attributes = { network: 'base' }
    const time = (round: () => unknown) => {
      const from = performance.now()
      for (let i = 0; i < 200_000; i++) round()
      return performance.now() - from
    }
    // The best of several: others work on this machine too.
    const best = (round: () => unknown) => Math.min(...Array.from({ length: 7 }, () => time(round)))
    const extraUs = ((best(() => traced('claim', attributes, work)) - best(work)) * 1_000) / 200_000
    expect(extraUs).toBeLessThan(1)
  })

  test('OpenTelemetry is known in app/traces alone, which is loaded where an endpoint is set', () => {
    const program = projectFiles().filter(({ path }) => !path.startsWith('test/'))
    const knows = program.filter(({ imports }) => imports.some(({ target }) => target.startsWith('@opentelemetry/')))
    expect(knows.map(({ path }) => path).sort()).toEqual(['app/traces/index.ts', 'app/traces/traceparent.ts'])
    const loads = program.filter(({ text, path }) => /traces\/index\.ts'/.test(text) && !path.startsWith('app/traces/'))
    expect(loads.map(({ path }) => path)).toEqual(['app/start.ts'])
    expect(loads[0]!.text).toMatch(/if \(config\.traces !== null\) \{\s+const \{ startTraces \} = await import\(/)
  })
})

describe('on', () => {
  test('what begins within a span is its child, through promises; failures tell their code and never their words', async () => {
    const { told, asked } = await collecting()
    const failed = Object.assign(new Error('https://user:secret@host/?key=1'), { code: 'facilitator_unavailable' })
    await traced('request', {}, async () => {
      await wait(1)
      await traced('claim', { network: 'base' }, async () => wait(1))
      await traced('settle', {}, async () => Promise.reject(failed)).catch(() => undefined)
    })
    const spans = await told()
    const [claim, settle, request] = ['claim', 'settle', 'request'].map((name) => spans.find((span) => span.name === name)!)
    expect(request).toMatchObject({ name: 'request' })
    expect(request!.parentSpanId).toBeUndefined()
    for (const child of [claim, settle]) expect(child).toMatchObject({ traceId: request!.traceId, parentSpanId: request!.spanId })
    expect(claim!.attributes).toEqual({ network: 'base' })
    expect(settle).toMatchObject({ attributes: { 'error.type': 'facilitator_unavailable' }, status: { code: 2 } })
    expect(asked[0]).toMatchObject({ path: '/v1/traces' })
  })

  test('two requests at once are two traces', async () => {
    const { told } = await collecting()
    const request = () => traced('request', {}, () => traced('read', {}, () => wait(5)))
    await Promise.all([request(), request()])
    const spans = await told()
    const reads = spans.filter(({ name }) => name === 'read')
    expect(new Set(reads.map(({ traceId }) => traceId)).size).toBe(2)
    for (const { traceId, parentSpanId } of reads)
      expect(spans.find(({ spanId }) => spanId === parentSpanId)).toMatchObject({ name: 'request', traceId })
  })

  test('records of one trace are applied in it, records of several name them, and what is no trace is nothing', async () => {
    const { told } = await collecting()
    const apply = (group: string, from: string[]) => traced('apply', { group }, async () => undefined, { from: () => from })
    await apply('one', [remote('a', 'b'), remote('a', 'b')])
    await apply('several', [remote('a', 'b'), remote('c', 'd'), 'nonsense', '00-0-0-00', 'x'.repeat(1_000_000)])
    await apply('none', ['', remote('0', '0'), '00-"quoted"'])
    await apply(
      'many',
      Array.from({ length: 10_000 }, (_, i) => `00-${String(i + 1).padStart(32, '0')}-${'1'.repeat(16)}-01`),
    )
    const of = new Map((await told()).map((span) => [span.attributes.group, span]))
    expect(of.get('one')).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) })
    expect(of.get('several')!.links.map(({ traceId }) => traceId)).toEqual(['a'.repeat(32), 'c'.repeat(32)])
    expect(of.get('several')!.parentSpanId).toBeUndefined()
    expect(of.get('none')).toMatchObject({ links: [] })
    expect(of.get('many')!.links).toHaveLength(32)
  })

  test('a record carries the trace of who writes it, and only that', async () => {
    await collecting()
    expect(currentTrace()).toBeUndefined()
    const span = beginSpan('append', {})
    expect(inSpan(span, currentTrace)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    endSpan(span)
    expect(currentTrace()).toBeUndefined()
  })

  test('a share of 0 keeps none', async () => {
    const collector = await startCollector()
    onTestFinished(() => collector.stop())
    const traces = trace(collector.endpoint, { ratio: 0 })
    await traced('request', {}, () => traced('read', {}, async () => undefined))
    await traces.stop()
    expect(collector.spans).toEqual([])
  })

  test('attributes that break whoever reads them end nothing', async () => {
    const { told } = await collecting()
    const faults: unknown[] = []
    const note = (fault: unknown) => void faults.push(fault)
    process.on('uncaughtException', note)
    onTestFinished(() => void process.off('uncaughtException', note))
    const breaks = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('broken')
      },
    })
    expect(await traced('request', breaks, async () => 7)).toBe(7)
    await wait(5)
    await told()
    expect(faults).toEqual([])
  })
})

describe('a collector', () => {
  const forEver = () => undefined
  const endless = (response: import('node:http').ServerResponse) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 120)));
    }
    response.on('drain', more)
    more()
  }
  test.each([
    ['that never answers', forEver],
    ['that answers without end', endless],
    ['that answers garbage', (response: import('node:http').ServerResponse) => void response.writeHead(200).end('<html>{')],
    [
      'that says 503, come back in a week',
      (r: import('node:http').ServerResponse) => void r.writeHead(503, { 'retry-after': '604800' }).end(),
    ],
    ['that hangs up', (response: import('node:http').ServerResponse) => void response.destroy()],
  ])('%s holds nobody up, and what waits for it is bounded', async (_, answer) => {
    const collector = await startCollector(answer)
    onTestFinished(() => collector.stop())
    await expectUnharmed(`${collector.endpoint}/v1/traces`)
  })

  test('that is not there holds nobody up', () => expectUnharmed('http://127.0.0.1:9/v1/traces'))

  async function expectUnharmed(url: string) {
    const faults: unknown[] = []
    const note = (fault: unknown) => void faults.push(fault)
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, note)
      onTestFinished(() => void process.off(event, note))
    }
    const traces = trace(url)
    const before = heapMb()
    const from = performance.now()
    for (let i = 0; i < 20_000; i++) await traced('request', { 'http.route': '/api/x' }, async () => i)
    await wait(200)
    for (let i = 0; i < 20_000; i++) await traced('request', { 'http.route': '/api/x' }, async () => i)
    expect(performance.now() - from).toBeLessThan(10_000)
    // 40,000 spans kept would be 40 MB and more.
    expect(heapMb() - before).toBeLessThan(20)
    const stopFrom = performance.now()
    await traces.stop()
    expect(performance.now() - stopFrom).toBeLessThan(3_000)
    const againFrom = performance.now()
    await traces.stop()
    expect(performance.now() - againFrom).toBeLessThan(1_000)
    expect(faults).toEqual([])
  }
})

test('it is said once in a while that traces do not arrive, and not where to', async () => {
  const collector = await startCollector((response) => void response.writeHead(400).end('secret words'))
  onTestFinished(() => collector.stop())
  const warn = vi.fn()
  const traces = trace(`${collector.endpoint}/v1/traces`, { logger: { warn, debug: vi.fn() } as never })
  for (let i = 0; i < 1_500; i++) await traced('request', {}, async () => i)
  await traces.stop()
  expect(collector.texts.length).toBeGreaterThan(1)
  expect(warn).toHaveBeenCalledTimes(1)
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/127\.0\.0\.1|secret/)
})
