// The API with every service in a process of its own, whose memory can be asked for; facilitator and chain answer at once.
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { collectSeldom } from '../../../api/collecting.ts'
import type { Facilitator } from '../../../api/payment/facilitator/port.ts'
import { buildServer } from '../../../api/server.ts'
import { systemClock } from '../../../base/clock.ts'
import { createMetrics } from '../../../base/metrics.ts'
import { createDatabase } from '../../../db/client.ts'
import { demands } from '../../../db/facts/demand-topic.ts'
import { createPostgresLog } from '../../../db/log/postgres/index.ts'
import { upsertRows } from '../../../db/rows/signals.ts'
import { discoverServices, topicsOf } from '../../../processors/index.ts'
import { discoverJobs } from '../../../processors/jobs/index.ts'
import { asset, testConfig } from '../../support/payment/settings.ts'
import { quiet } from './engine.ts'
import { sampleRowsOf } from './sample-rows-thread.ts'

export type Held = { readonly rssMb: number; readonly heapMb: number }

const givenBackWithinMs = 10_000
// As many a second as a chain or a facilitator takes, one after the other; 0: as many as come.
const settlesPerSecond = Number(process.argv[3] ?? 0)
let freeAt = 0
async function inTurn(): Promise<void> {
  if (settlesPerSecond === 0) return
  const now = performance.now()
  freeAt = Math.max(now, freeAt) + 1_000 / settlesPerSecond
  await wait(freeAt - now)
}

// Processes share a ledger, in which no two payments share a transaction.
let transactions = BigInt(process.pid) << 64n
const facilitator: Facilitator = {
  supported: async () => ({ kinds: [{ network: asset.network, version: 2, feePayer: null }], signers: [] }),
  // A signature of another length is a contract's, whose word a chain would have.
  verify: async ({ document: { payload } }) =>
    'signature' in payload && payload.signature.length === 132
      ? { kind: 'valid' }
      : { kind: 'invalid', reason: 'invalid_exact_evm_payload_signature' },
  async settle() {
    await inTurn()
    return { kind: 'settled', transaction: `0x${(++transactions).toString(16).padStart(64, '0')}`, logIndex: 0 }
  },
  close: async () => undefined,
}

const database = createDatabase({ url: process.argv[2]!, poolSize: 12, logger: quiet })
const services = await discoverServices()
const rows = await sampleRowsOf('rates')
await database.transaction((connection) => upsertRows(connection, rows))
const log = createPostgresLog({ database, logger: quiet })
const jobs = await discoverJobs()
await log.ensure([...topicsOf(services), ...jobs.map(({ topic }) => topic), demands])
const roomy = { burst: 1e9, perSecond: 1e9 }
collectSeldom()
const app = await buildServer({
  config: { domain: 'localhost', world: 'demo', host: '127.0.0.1', port: 0 },
  services,
  database,
  log,
  clock: systemClock,
  logger: quiet,
  metrics: createMetrics(),
  payments: {
    config: testConfig('hostile', { perIp: roomy, perPayer: roomy, inFlightPerPayer: 64 }),
    facilitator,
    chain: { fateOf: () => null },
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.on('message', (asked) => {
  if (asked === 'cpu') {
    const { user, system } = process.cpuUsage()
    return void process.send!({ cpuMicros: user + system })
  }
  void settled().then((held) => process.send!(held))
})
process.on('disconnect', () => process.exit(0))
process.send!({ port: (app.server.address() as AddressInfo).port })

// The engine keeps freed pages for some seconds: hundreds of megabytes, in which anything could hide.
async function settled(): Promise<Held> {
  // Twice: what the first one freed may have held more.
  for (let i = 0; i < 2; i++) globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  let [least, fellAt] = [process.memoryUsage.rss(), performance.now()]
  while (performance.now() - fellAt < givenBackWithinMs) {
    await wait(250)
    const rss = process.memoryUsage.rss()
    if (rss < least - 1_048_576) [least, fellAt] = [rss, performance.now()]
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rssMb: rss / 1_048_576, heapMb: heapUsed / 1_048_576 }
}
