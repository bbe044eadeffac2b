// Asks by every client of the program, as its environment says it may leave, and tells what came of each, or of those named: one JSON object on standard out.
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { createPublicClient, http } from 'viem'
import { callFacilitator } from '../../../api/payment/facilitator/call.ts'
import { loadConfig } from '../../../app/config/index.ts'
import { startTraces } from '../../../app/traces/index.ts'
import { messageOf } from '../../../base/errors.ts'
import { createSafeFetch } from '../../../base/safe-fetch/index.ts'
import { traced } from '../../../base/trace.ts'
import { leaveThrough, wayOut } from '../../../base/way-out.ts'
import { createHttpClient } from '../../../ingestors/client/http.ts'
import { listen } from '../../../ingestors/client/stream.ts'

const [beside = '', authority = '', hearsWithinMs = '', ...wanted] = process.argv.slice(2)
const settleWithinMs = 15_000
// On the public internet, where no test goes: nobody but a proxy of the test's own makes anything of it.
const pinned = '93.184.215.14'

leaveThrough(loadConfig(process.env).proxies)
const client = createHttpClient({ attempts: 1 })
const facilitator = wayOut({ connections: 4, pipelining: 1, connectMs: 1_000 })
const safeFetch = createSafeFetch({
  resolver: { resolve: async (name) => [name.startsWith('inside') ? '10.0.0.1' : pinned] },
  policy: { extraAuthorities: [readFileSync(authority, 'utf8')], connectTimeoutMs: 3_000 },
})
const page = async (url: string) => (await safeFetch(url)).body.toString('utf8')

const asks: Record<string, () => Promise<unknown>> = {
  upstream: () => client.json('https://upstream.invalid/a', { timeoutMs: 20_000 }),
  plain: () => client.json('http://upstream.invalid/a'),
  beside: () => client.json(beside),
  facilitator: () =>
    callFacilitator(facilitator, {
      ...{ origin: 'https://facilitator.invalid', path: '/settle', body: { amount: '1' } },
      ...{ timeoutMs: settleWithinMs, headers: {} },
    }),
  network: () => client.json('https://192.0.2.7/a', { timeoutMs: 4_000 }),
  chain: () =>
    createPublicClient({ transport: http('https://chain.invalid', { retryCount: 0 }) })
      .getBlockNumber()
      .then(String),
  traces: () => sendTrace('https://traces.invalid/v1/traces'),
  stream: () => firstFrame('wss://venue.invalid/'),
  page: () => page('https://site.example.org/page'),
  'page inside': () => page('https://inside.example.org/page'),
  'plain page': () => page('http://site.example.org/page'),
}
const told = await Promise.all(
  Object.entries(asks)
    .filter(([name]) => wanted.length === 0 || wanted.includes(name))
    .map(async ([name, ask]) => [name, await ask().catch((error) => `failed: ${reasonsOf(error)}`)]),
)
await Promise.all([client.close(), facilitator.destroy()])
process.stdout.write(JSON.stringify(Object.fromEntries(told)), () => process.exit(0))

function reasonsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `; ${reasonsOf(error.cause)}` : ''
  return messageOf(error) + cause
}

async function sendTrace(url: string): Promise<string> {
  const told: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) })
  const traces = startTraces({
    url,
    headers: {},
    ratio: 1,
    speaker: { version: '1', instance: 'test', role: 'all' },
    logger,
    everyMs: 50,
  })
  await traced('asked', {}, async () => undefined)
  await traces.stop()
  return told.length === 0 ? 'sent' : `failed: ${told[0]}`
}

function firstFrame(url: string): Promise<string> {
  const heard = Promise.withResolvers<string>()
  const over = AbortSignal.timeout(Number(hearsWithinMs))
  over.addEventListener('abort', () => heard.resolve('nothing heard'))
  void listen({
    ...{ url, subscribe: [], heartbeat: { frame: null, everyMs: 1_000 }, silentMs: 5_000, signal: over },
    onFrame: heard.resolve,
    onUp: () => undefined,
    onDown: () => undefined,
  })
  return heard.promise
}
