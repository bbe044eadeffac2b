// A child process: an API server as it runs for real, to be killed at any moment. Every answer it makes is another one.
import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import type { Hex } from 'viem'
import { createChainReader } from '../../../api/payment/chain/reader.ts'
import { openEvmNodes } from '../../../api/payment/facilitator/evm-client.ts'
import { createHttpFacilitator } from '../../../api/payment/facilitator/http.ts'
import { createLocalFacilitator } from '../../../api/payment/facilitator/local.ts'
import { registerPayments } from '../../../api/payment/index.ts'
import { createPayerCodes } from '../../../api/payment/proof/payer-codes.ts'
import { systemClock } from '../../../base/clock.ts'
import { createDatabase } from '../../../db/client.ts'
import { facilitatorAccount } from '../../../devnet/accounts.ts'
import { quiet } from '../quiet.ts'
import { paidRoutes } from './routes.ts'
import { asset, testConfig } from './settings.ts'

const [databaseUrl, rpcUrl, run, journalFolder, facilitatorUrl, walletFactory] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  Hex,
]

const { any } = openEvmNodes({ chainId: asset.chainId, rpcUrls: [rpcUrl] })
const codes = createPayerCodes({ clients: new Map([[asset.network, any]]) })
const facilitator =
  facilitatorUrl === 'own'
    ? createLocalFacilitator([
        {
          ...{ asset, rpcUrls: [rpcUrl], privateKey: facilitatorAccount.privateKey, pollingIntervalMs: 25 },
          ...{ walletFactories: [walletFactory], codes },
        },
      ])
    : createHttpFacilitator({ url: facilitatorUrl, clock: systemClock, verifyTimeoutMs: 2_000, settleTimeoutMs: 1_500 })
const app = fastify({ http: { maxHeaderSize: 32_768 } })
await registerPayments(app, {
  config: testConfig(run),
  database: createDatabase({ url: databaseUrl, poolSize: 6, logger: quiet }),
  facilitator,
  chain: createChainReader({ [asset.network]: rpcUrl }),
  codes,
  journalFolder,
  clock: systemClock,
  logger: quiet,
})
for (const paid of [paidRoutes.rates, paidRoutes.risk, paidRoutes.audit])
  app.route({
    method: paid.method,
    url: paid.path,
    config: { paid },
    handler: async () => ({ signal: {}, answer: randomUUID() }),
  })
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
