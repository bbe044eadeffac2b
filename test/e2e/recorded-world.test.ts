// The recorded world as its user runs it: recordings in a folder, the program on them, answers that say so.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { recordSamples } from '../support/recordings.ts'
import { pollAt } from '../support/sources.ts'
import { until } from '../support/until.ts'

const recorded = ['treasury-yields', 'nyfed-rates', 'fed-ebp', 'ofr-fsi', 'fred']
let folder: string
let gateway: Gateway

beforeAll(async () => {
  folder = createDataDir('recordings')
  await recordSamples(folder, recorded)
  gateway = await openGateway({
    WORLD: 'recorded',
    RECORDED_DIR: folder,
    RECORDED_AT: pollAt.toISOString(),
    INGEST_JITTER_SECONDS: '0',
    ONLY_SOURCES: [...recorded, 'nbp-gold'].join(','),
  })
})
afterAll(async () => {
  await gateway?.close()
  removeDataDir(folder)
})

const sourceHealth = async () => ((await gateway.get('/health')).body as { sources: Record<string, unknown>[] }).sources

test('what was recorded becomes a paid answer of its own time', async () => {
  await until('every source has been polled', async () => (await sourceHealth()).length === recorded.length + 1, 120_000)
  await until('rates are for sale', async () => (await fetch(`${gateway.url}/api/rates/rates`)).status === 402, 120_000)
  let answer = await gateway.get('/api/rates/rates')
  await until('all of it is read', async () => {
    answer = await gateway.get('/api/rates/rates')
    const coverage = answer.body.meta?.coverage
    return coverage?.inputs_used === 4 && coverage.stale.length === 0
  })
  expect(answer.status).toBe(200)
  expect(answer.body.meta).toMatchObject({ world: 'recorded', stale: false })
  expect(answer.headers.get('payment-response')).not.toBe(null)
  expect(new Date(answer.body.meta.as_of).getTime()).toBeLessThanOrEqual(pollAt.getTime() + 48 * 3_600_000)
})

test('what was not recorded fails by name, and the documents say what world this is', async () => {
  const gold = (await sourceHealth()).find(({ source }) => source === 'nbp-gold')
  expect(gold).toMatchObject({
    last_success_at: null,
    last_error: expect.stringMatching(/^not recorded: GET api\.nbp\.pl\/api\/cenyzlota\//),
  })
  expect(await (await fetch(`${gateway.url}/llms.txt`)).text()).toContain('This is a recorded world')
})
