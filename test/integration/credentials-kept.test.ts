// A credential goes to its upstream and comes out nowhere: not in logs, in a source's status, in a failed demand or in a value.
import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { withCredentials } from '../../ingestors/client/credentials.ts'
import type { Ingestor } from '../../ingestors/define.ts'
import { fetchKey } from '../../ingestors/demand/fetch-key.ts'
import { discoverIngestors } from '../../ingestors/index.ts'
import { fetchValues, pollSource } from '../../ingestors/poll.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const canary = 'canary-7f3a9c+with/odd=chars&"and more'
const spellings = [canary, encodeURIComponent(canary), JSON.stringify(canary).slice(1, -1), 'canary-7f3a9c']
const carries = (text: string) => spellings.some((spelling) => text.includes(spelling))
/** Every name is a credential of whoever asks for it. */
const credentials: Record<string, string> = new Proxy({}, { get: () => canary })

let database: TestDatabase
let log: Log
let ingestors: readonly Ingestor[]

beforeAll(async () => {
  database = await createTestDatabase()
  log = createPostgresLog({ database, logger: pino({ level: 'silent' }) })
  ingestors = await discoverIngestors()
})
afterAll(async () => {
  await log.close()
  await database.drop()
})

/** What upstreams say when they are unwell, each with the request in it. */
const complaints: readonly ((echo: string, response: ServerResponse) => void)[] = [
  (echo, response) => response.writeHead(500, { 'content-type': 'text/plain' }).end(`failed: ${echo}`),
  (echo, response) => response.writeHead(403, { 'content-type': 'text/plain', 'retry-after': '1' }).end(echo),
  (echo, response) => response.writeHead(429, { 'content-type': 'text/plain' }).end(echo),
  (echo, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`{"error": ${echo}`),
  (echo, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: echo, response: { data: [{ period: echo, value: echo }] } })),
  (echo, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${echo}</html>`),
  (echo, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(`${echo},b\n${echo},1\n`),
  (echo, response) =>
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><${echo.replace(/\W/g, '')}>${echo}</x>`),
  (echo, response) =>
    response
      .writeHead(302, { location: `http://${encodeURIComponent(echo).slice(0, 40)}:99999/${echo.replace(/[^\x21-\x7e]/g, '')}` })
      .end(),
  (_echo, response) => response.destroy(),
]

async function complaining(complain: (typeof complaints)[number]): Promise<Upstream> {
  return startUpstream(({ url, request }, response) => {
    complain(
      `${url.href} ${decodeURIComponent(url.search.replaceAll('+', ' '))} ${JSON.stringify(request.headers)} ${canary}`,
      response,
    )
  })
}

test('whatever upstreams say, what is logged and kept of it holds no credential', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const keyed: string[] = []
  for (const complain of complaints) {
    const upstream = await complaining(complain)
    const http = upstream.client({ attempts: 1 })
    const deps = { log, database, http, clock: systemClock, logger, credentials }
    for (const ingestor of ingestors) {
      const asked = upstream.asked.length
      let lent = 0
      const count = () => {
        lent++
        return canary
      }
      const counted = new Proxy<Record<string, string>>({}, { get: count })
      await fetchValues(
        ingestor,
        { http, credentials: counted },
        { at: new Date(), since: null },
        AbortSignal.timeout(20_000),
      ).then(
        (values) => expect(carries(JSON.stringify(values)), ingestor.source).toBe(false),
        (error) => expect(carries(inspect(error, { depth: 12 })), ingestor.source).toBe(false),
      )
      if (lent === 0) continue
      keyed.push(ingestor.source)
      expect(upstream.asked.length, ingestor.source).toBeGreaterThan(asked)
      await pollSource(ingestor, deps, AbortSignal.timeout(20_000))
      if (ingestor.openKeys === undefined) continue
      const demand = { source: ingestor.source, key: 'AAPL', failures: 0 } as never
      const fetched = await fetchKey(ingestor, ingestor.openKeys, demand, deps, AbortSignal.timeout(20_000))
      expect(carries(JSON.stringify(fetched)), ingestor.source).toBe(false)
    }
    await upstream.stop()
  }
  expect([...new Set(keyed)]).toEqual(
    expect.arrayContaining(['eia-930', 'pjm-grid', 'entsoe-prices', 'eu-sanctions', 'bls', 'cftc-cot', 'sec-form4', 'sec-13f']),
  )
  expect(lines.length).toBeGreaterThanOrEqual(keyed.length)
  expect(lines.filter(carries)).toEqual([])
  const kept = await database.pool.query('SELECT to_jsonb(s)::text AS row FROM source_status s')
  expect(kept.rows.length).toBeGreaterThan(5)
  expect(kept.rows.map(({ row }) => row as string).filter(carries)).toEqual([])
}, 300_000)

test('a value that holds the credential is refused, and so is none that does not', async () => {
  const made = (value: unknown) =>
    withCredentials({ K: canary }, async (lend) => [{ url: `https://a.example/?k=${lend('K')}`, value }])
  await expect(made(1)).rejects.toMatchObject({ code: 'upstream_changed' })
  const other = await withCredentials({ K: canary, SHORT: 'key' }, async (lend) => [lend('SHORT'), `a key ${lend('K')?.length}`])
  expect(other).toEqual(['key', `a key ${canary.length}`])
})

test('an error’s causes are cleared too, and say the rest of what they said', async () => {
  const failing = withCredentials({ K: canary }, async (lend) => {
    throw new Error('outer', { cause: new TypeError(`no host in http://h/?k=${encodeURIComponent(lend('K')!)}&b=1`) })
  })
  const error = await failing.catch((thrown: Error) => thrown)
  expect(inspect(error)).toContain('no host in http://h/?k=…&b=1')
  expect(carries(inspect(error))).toBe(false)
})
