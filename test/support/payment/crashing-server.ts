// A child process: an API server that kills itself, as kill -9 would, at one named point of a payment. A call that names a point in its
// header `stops-at` goes no further than there and says so, until this process is killed.
import { AsyncLocalStorage } from 'node:async_hooks'
import fastify from 'fastify'
import pg from 'pg'
import { createChainReader } from '../../../api/payment/chain/reader.ts'
import { createLocalFacilitator } from '../../../api/payment/facilitator/local.ts'
import { registerPayments } from '../../../api/payment/index.ts'
import { systemClock } from '../../../base/clock.ts'
import { createDatabase } from '../../../db/client.ts'
import { facilitatorAccount } from '../../../devnet/accounts.ts'
import { quiet } from '../quiet.ts'
import { addTestRoutes } from './routes.ts'
import { asset, testConfig } from './settings.ts'

const [databaseUrl, rpcUrl, run, crashAt, journalFolder] = process.argv.slice(2) as [string, string, string, string, string?]

const stopsAt = new AsyncLocalStorage<unknown>()
async function reach(point: string): Promise<void> {
  if (point === crashAt) process.kill(process.pid, 'SIGKILL')
  if (point !== stopsAt.getStore()) return
  process.stdout.write(`${point}\n`)
  await new Promise(() => undefined)
}

// Around every statement of the state machine, whichever connections it goes by and however it is worded.
const { query } = pg.Pool.prototype as unknown as { query(...args: any[]): Promise<unknown> }
pg.Pool.prototype.query = async function (this: pg.Pool, ...args: any[]) {
  const [name] = (args[0]?.name ?? '').split(' ')
  await reach(`before ${name}`)
  const result = await query.apply(this, args)
  await reach(`after ${name}`)
  return result
} as never
const database = createDatabase({ url: databaseUrl, poolSize: 4, logger: quiet })

// Between a transaction's broadcast and our learning of it.
const plainFetch = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init)
  if (String(init?.body).includes('eth_sendRawTransaction')) {
    await response.clone().text()
    await reach('after broadcast')
  }
  return response
}

const local = createLocalFacilitator([
  { asset, rpcUrls: [rpcUrl], privateKey: facilitatorAccount.privateKey, pollingIntervalMs: 25 },
])
const app = fastify()
app.addHook('onRequest', (request, _reply, done) => stopsAt.run(request.headers['stops-at'], done))
await registerPayments(app, {
  config: testConfig(run),
  database,
  facilitator: {
    ...local,
    async verify(payment) {
      const verification = await local.verify(payment)
      await reach('after verify')
      return verification
    },
    async settle(payment) {
      await reach('before settle')
      const settlement = await local.settle(payment)
      await reach('after settle')
      return settlement
    },
  },
  chain: createChainReader({ [asset.network]: rpcUrl }),
  ...(journalFolder === undefined ? {} : { journalFolder }),
  clock: systemClock,
  logger: quiet,
})
addTestRoutes(app, { runs: 0, failNext: 0, slowMs: 0, during: () => reach('in handler') })
app.addHook('onSend', async (_request, reply, payload) => {
  if (reply.statusCode === 200) await reach('before send')
  return payload
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
