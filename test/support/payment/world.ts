// A whole payment world for one suite: local chain, database, in-process facilitator, API server on a socket.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { type ChainReader, createChainReader } from '../../../api/payment/chain/reader.ts'
import type { PaymentConfig } from '../../../api/payment/config.ts'
import { openEvmNodes } from '../../../api/payment/facilitator/evm-client.ts'
import { createLocalFacilitator } from '../../../api/payment/facilitator/local.ts'
import type { Facilitator } from '../../../api/payment/facilitator/port.ts'
import { type Payments, registerPayments } from '../../../api/payment/index.ts'
import { createPayerCodes, type PayerCodes } from '../../../api/payment/proof/payer-codes.ts'
import { type Clock, systemClock } from '../../../base/clock.ts'
import type { Database } from '../../../db/client.ts'
import { freePort } from '../../../db/embedded/free-port.ts'
import { facilitatorAccount } from '../../../devnet/accounts.ts'
import { type Devnet, startDevnet } from '../../../devnet/index.ts'
import { quiet } from '../quiet.ts'
import { addTestRoutes, type Work } from './routes.ts'
import { asset, testConfig } from './settings.ts'

export async function startTestChain(): Promise<Devnet> {
  // One folder for all suites: the contracts are compiled once a machine.
  return startDevnet({ port: await freePort(), dataDir: join(tmpdir(), 'tollgate-test-contracts') })
}

export function testFacilitator(chain: Devnet): Facilitator {
  const { privateKey } = facilitatorAccount
  return createLocalFacilitator([{ asset, rpcUrls: [chain.rpcUrl], privateKey, pollingIntervalMs: 25 }])
}

export function testCodes(chain: Devnet): PayerCodes {
  const { any } = openEvmNodes({ chainId: asset.chainId, rpcUrls: [chain.rpcUrl] })
  return createPayerCodes({ clients: new Map([[asset.network, any]]) })
}

export function testChainReader(chain: Devnet): ChainReader {
  return createChainReader({ [asset.network]: chain.rpcUrl })
}

export type TestServer = { app: FastifyInstance; payments: Payments; origin: string; work: Work; close(): Promise<void> }

export async function startTestServer(o: {
  chain: Devnet
  database: Database
  facilitator?: Facilitator
  reader?: ChainReader
  codes?: PayerCodes
  config?: PaymentConfig
  clock?: Clock
  journalFolder?: string
}): Promise<TestServer> {
  const app = fastify({ http: { maxHeaderSize: 32_768 }, forceCloseConnections: true })
  const work: Work = { runs: 0, failNext: 0, slowMs: 300, during: null }
  const payments = await registerPayments(app, {
    config: o.config ?? testConfig(o.chain.run),
    database: o.database,
    facilitator: o.facilitator ?? testFacilitator(o.chain),
    chain: o.reader ?? testChainReader(o.chain),
    codes: o.codes ?? testCodes(o.chain),
    ...(o.journalFolder === undefined ? {} : { journalFolder: o.journalFolder }),
    clock: o.clock ?? systemClock,
    logger: quiet,
  })
  addTestRoutes(app, work)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    payments,
    origin,
    work,
    async close() {
      await app.close()
      await payments.close()
    },
  }
}
