// kill -9 of the database itself just after an answer has left: what it had not yet written down is made good by claim and chain.
import fastify from 'fastify'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerPayments } from '../../api/payment/index.ts'
import { systemClock } from '../../base/clock.ts'
import { createDatabase, type Database } from '../../db/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createFakeChain } from '../support/payment/fake-chain.ts'
import { addTestRoutes } from '../support/payment/routes.ts'
import { asset, testConfig } from '../support/payment/settings.ts'
import { currentPayment, signAuthorization } from '../support/payment/sign.ts'
import { quiet } from '../support/quiet.ts'
import { until } from '../support/until.ts'

let folder: string
let postgres: EmbeddedPostgres
let database: Database
beforeEach(async () => {
  folder = createDataDir('payment-crash')
  postgres = await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
  await migrateDatabase(postgres.url)
  database = createDatabase({ url: postgres.url, poolSize: 4, logger: quiet })
})
afterEach(async () => {
  await database?.close()
  await postgres?.stop()
  removeDataDir(folder)
})

// What the server's owner may ask, and the program may not.
async function asOwner(text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function postmasterPid(): Promise<number> {
  const [row] = await asOwner(`SELECT pg_read_file('postmaster.pid') AS file`)
  return Number(row!.file!.split('\n')[0])
}

/** Comes back with the database: every connection of before is dead, and the server's own watcher starts another one. */
async function killDatabase(): Promise<void> {
  const pid = await postmasterPid()
  process.kill(pid, 'SIGKILL')
  await until('another server answers', () =>
    postmasterPid().then(
      (now) => now !== pid,
      () => false,
    ),
  )
}

test('a charge the database forgot is found on the chain by its claim, and its payer is answered and not charged again', async () => {
  // What does not wait for the disk is left lying in memory, so that the crash takes it along.
  await asOwner(`ALTER SYSTEM SET wal_writer_delay = '10s'`)
  await asOwner('SELECT pg_reload_conf()')
  const chain = createFakeChain(
    () => 9,
    async () => undefined,
  )
  const kinds = [{ network: asset.network, version: 2, feePayer: null }]
  const facilitator = { ...chain, supported: async () => ({ kinds, signers: [] }) }
  const startServer = async () => {
    const app = fastify()
    const config = testConfig('crash')
    const payments = await registerPayments(app, { config, database, facilitator, chain, clock: systemClock, logger: quiet })
    addTestRoutes(app, { runs: 0, failNext: 0, slowMs: 0, during: null })
    const close = async () => {
      await app.close()
      await payments.close()
    }
    return { app, close }
  }
  let server = await startServer()
  const payer = privateKeyToAccount(generatePrivateKey())
  const stateOf = async (nonce: string) =>
    (await database.pool.query('SELECT state FROM payment WHERE nonce = $1', [nonce])).rows.map((row) => row.state)
  try {
    // The server may have written by chance; it does not do so every time.
    let wasForgotten = false
    for (let attempt = 0; attempt < 5 && !wasForgotten; attempt++) {
      const signed = await signAuthorization(payer)
      const nonce = signed.authorization.nonce.toLowerCase()
      const ask = () =>
        server.app.inject({ method: 'GET', url: '/rates', headers: { ...currentPayment(signed), host: 'api.test' } })
      const first = await ask()
      expect(first.statusCode).toBe(200)
      expect(await stateOf(nonce)).toEqual(['settled'])
      // The one that was there would write down anew what it remembers.
      await server.close()
      await killDatabase()
      const [state] = await stateOf(nonce)
      expect(['verified', 'settled']).toContain(state)
      wasForgotten = state === 'verified'
      server = await startServer()
      let again = await ask()
      await until('the payer is answered', async () => {
        if (again.statusCode === 503) again = await ask()
        return again.statusCode !== 503
      })
      expect(again.statusCode).toBe(200)
      expect(again.headers['payment-response']).toBe(first.headers['payment-response'])
      expect(chain.charges.get(nonce)).toHaveLength(1)
      expect(await stateOf(nonce)).toEqual(['settled'])
    }
    expect(wasForgotten).toBe(true)
  } finally {
    await server.close()
  }
})
