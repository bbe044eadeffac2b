// The program with a canary in every secret, failing in each way it can and running in the live world: nobody ever reads the canary.

import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { runProgram } from '../support/command.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { spawnTollgate, type TollgateProcess, untilHealthy } from '../support/process.ts'
import { settingNames } from '../support/setting-names.ts'
import { until } from '../support/until.ts'

const canary = 'c4nary77d0e1f2a3b4c5'
const key = `0x${'c4a7'.repeat(15)}9f3e`
const spellings = /c4nary77|c4a7c4a7/i
const nowhere = '127.0.0.1:9'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = createDataDir('secrets')
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  removeDataDir(folder)
})

const start = (settings: Record<string, string>) =>
  runProgram(['main.ts'], { DATA_DIR: folder, LOG_LEVEL: 'trace', START_WAIT_SECONDS: '1', ROLE: 'process', ...settings }, 60_000)
const withPassword = (password: string): string => {
  const url = new URL(database.url)
  url.password = password
  return url.href
}

describe('a start that fails tells what is wrong, and no secret:', () => {
  test('every setting wrong at once', async () => {
    const names = (await settingNames()).filter((name) => name !== 'DEPLOYMENTS' && name !== 'DATA_DIR')
    const ran = await start(Object.fromEntries(names.map((name) => [name, `${canary}-${canary} `])))
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('SETTLE_KEY=… is not a private key')
    expect(ran.stdout + ran.stderr).not.toMatch(spellings)
  })

  test.concurrent.each<[string, () => Record<string, string>]>([
    ['a database that is away', () => ({ DATABASE_URL: `postgres://me:${canary}@${nowhere}/x?application_name=${canary}` })],
    ['a name that nobody knows', () => ({ DATABASE_URL: `postgres://${canary}@db.invalid/x` })],
    ['a wrong password', () => ({ DATABASE_URL: withPassword(canary) })],
    ['half a URL', () => ({ DATABASE_URL: `postgres//me:${canary}@db/x` })],
    ['a broker with a password', () => ({ KAFKA_BROKERS: `user:${canary}@broker:9092` })],
  ])('%s', async (_what, settings) => {
    const ran = await start(settings())
    expect(ran.code).toBeGreaterThan(0)
    const output = ran.stdout + ran.stderr
    expect(output.length).toBeGreaterThan(20)
    expect(output).not.toMatch(spellings)
    expect(output).not.toContain(new URL(database.url).password)
  })

  test('a command’s failure', async () => {
    const ran = await runProgram(
      ['cli/lag.ts'],
      { DATABASE_URL: `postgres://me:${canary}@${nowhere}/x`, RPC_URL_8453: `https://${canary}` },
      60_000,
    )
    expect([ran.code, spellings.test(ran.stdout + ran.stderr)]).toEqual([1, false])
  })
})

describe('a taken port is told before anything starts:', () => {
  test.each(['PORT', 'METRICS_PORT', 'DEVNET_PORT'])('%s', async (name) => {
    const own = createDataDir('taken')
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => holder.once('listening', listening))
    const { port } = holder.address() as { port: number }
    const settings = { DATA_DIR: own, PORT: String(await freePort()), [name]: String(port), LOG_LEVEL: 'info' }
    const ran = await runProgram(['main.ts'], settings, 60_000)
    holder.close()
    expect([ran.code, ran.stderr]).toEqual([
      2,
      `Port ${port} on 127.0.0.1 is taken; stop what listens there, or set ${name} to another.\n`,
    ])
    expect([ran.stdout, readdirSync(own)]).toEqual(['', []])
    removeDataDir(own)
  })
})

describe('running in the live world', () => {
  let tollgate: TollgateProcess
  beforeAll(async () => {
    const chains = ['1', '10', '56', '137', '8453', '42161', '43114', '4663', '84532', 'SOLANA', 'SOLANA_DEVNET']
    const provider = `http://someone:${canary}1@${nowhere}/v2/${canary}2?key=${canary}3`
    tollgate = spawnTollgate({
      WORLD: 'live',
      OUTBOUND_USER_AGENT: 'Tollgate/1.0 (ops@example.com)',
      LOG_LEVEL: 'trace',
      DATA_DIR: folder,
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      ...Object.fromEntries(chains.map((chain) => [`RPC_URL_${chain}`, `${provider}, ${provider}`])),
      PAY_TO: `0x${'ab'.repeat(20)}`,
      PAY_TO_SOLANA: '7'.repeat(44),
      SETTLE_KEY: key,
      WALLET_KEY: key,
      FACILITATOR_URL: `https://${nowhere}/${canary}4?key=${canary}5`,
      FACILITATOR_TOKEN: `${canary}6`,
      MODEL_URL: `http://${nowhere}/v1/${canary}7`,
      MODEL_NAME: 'small',
      MODEL_API_KEY: `${canary}8`,
      EIA_API_KEY: `${canary}9`,
      PJM_API_KEY: `${canary}10`,
      ENTSOE_TOKEN: `${canary}11`,
      EU_FSF_TOKEN: `${canary}12`,
      ENABLE_SOURCES: 'eu-sanctions,pjm-grid,entsoe-prices,eia-930',
      ONLY_SOURCES: 'eia-930,pjm-grid,entsoe-prices,eu-sanctions',
      INGEST_JITTER_SECONDS: '0',
    })
    await untilHealthy(tollgate)
  })
  afterAll(() => tollgate?.end('SIGKILL'))

  test('neither its log nor anything it serves holds one, whatever fails', async () => {
    const get = async (path: string) => (await fetch(tollgate.url + path)).text()
    type Health = { sources: { last_error: string | null }[] }
    const failing = async () =>
      (JSON.parse(await get('/health')) as Health).sources.filter((one) => one.last_error !== null).length
    await until('a chain’s provider is asked in vain', async () => (await failing()) >= 1, 90_000)
    await until('the facilitator is asked in vain', () => tollgate.output().includes('does not say what it supports'), 30_000)
    const served = await Promise.all(
      ['/health', '/metrics', '/openapi.json', '/.well-known/x402', '/', '/api/rates/rates'].map(get),
    )
    expect(await tollgate.end('SIGTERM')).toBe(0)
    expect(tollgate.output().length).toBeGreaterThan(1_000)
    for (const text of [...served, tollgate.output()]) {
      expect(text.match(new RegExp(`.{80}(?:${spellings.source}).{20}`, 'i'))?.[0]).toBeUndefined()
      expect(text).not.toContain(new URL(database.url).password)
    }
  })
})
