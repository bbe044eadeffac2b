// The process that converts a paid document is killed in the middle of it: another takes the work up, and the payer gets it.
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { attachDevnet } from '../../devnet/index.ts'
import { findDemoChain } from '../../devnet/other-demo.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { balanceOf, currentClient, fundedAccount } from '../support/payment/clients.ts'
import { pdfDocument, prose, text } from '../support/pdf/document.ts'
import { spawnTollgate, type TollgateProcess, untilHealthy } from '../support/process.ts'
import { until } from '../support/until.ts'

const pages = 300
const running: TollgateProcess[] = []
let folder: string
let env: Record<string, string>
let database: pg.Client

beforeAll(async () => {
  folder = createDataDir('killed')
  env = { DATA_DIR: folder, PORT: String(await freePort()), DEVNET_PORT: String(await freePort()) }
  await untilHealthy(launch('api'))
  const { url } = await startEmbeddedPostgres({ dataDir: folder, logger: pino({ level: 'silent' }) })
  database = new pg.Client({ connectionString: url })
  database.on('error', () => undefined) // the server goes with the program that started it
  await database.connect()
})
afterAll(async () => {
  await database?.end().catch(() => undefined)
  for (const one of running.reverse()) await one.end('SIGTERM')
  removeDataDir(folder)
})

function launch(role: string): TollgateProcess {
  const one = spawnTollgate({ ...env, ROLE: role })
  running.push(one)
  return one
}

async function jobsSince(since: Date): Promise<{ state: string; attempts: number }[]> {
  const { rows } = await database.query<{ state: string; attempts: number }>(
    "SELECT state, attempts FROM job WHERE kind = 'convert' AND requested_at >= $1",
    [since],
  )
  return rows
}

test('kill -9 in the middle of a conversion costs its caller time, not money', async () => {
  // A second try has a document of its own: the first one's may be converted by now.
  const [since, name] = [new Date(), crypto.randomUUID()]
  const jobs = () => jobsSince(since)
  const victim = launch('process')
  const chain = await attachDevnet(findDemoChain(folder)!)
  const account = await fundedAccount(chain)
  const before = await balanceOf(chain, account.address)
  const page = (number: number) =>
    text(72, 60, number === 1 ? name : `Chapter ${number}`, { size: 18, font: 'bold' }) +
    prose(45, 80, number)
      .map((line, i) => text(72, 90 + i * 14, line))
      .join('')
  const document = pdfDocument({ pages: Array.from({ length: pages }, (_, i) => page(i + 1)) })
  const answer = currentClient(account)(`http://127.0.0.1:${env.PORT}/api/doc/convert`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ base64: document.toString('base64'), summarize: false }),
  })
  await until('the conversion has begun', async () => (await jobs()).some(({ state }) => state === 'running'))
  await victim.end('SIGKILL')
  expect(await jobs()).toMatchObject([{ state: 'running', attempts: 1 }])
  launch('process')
  const response = await answer
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ page_count: pages, meta: { world: 'demo' } })
  expect(await jobs()).toMatchObject([{ state: 'done', attempts: 2 }])
  expect(before - (await balanceOf(chain, account.address))).toBe(50_000n)
}, 180_000)
