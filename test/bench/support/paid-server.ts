// One server of the paid benchmark in a process of its own, told which row, which database and which facilitator.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { x402Facilitator } from '@x402/core/facilitator'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme as OfficialFacilitatorScheme } from '@x402/evm/exact/facilitator'
import { ExactEvmScheme as OfficialServerScheme } from '@x402/evm/exact/server'
import { paymentMiddlewareFromConfig } from '@x402/express'
import express from 'express'
import fastify, { type FastifyInstance } from 'fastify'
import { collectSeldom } from '../../../api/collecting.ts'
import type { AuthorizationQuery } from '../../../api/payment/chain/reader.ts'
import type { PaymentConfig } from '../../../api/payment/config.ts'
import { createHttpFacilitator } from '../../../api/payment/facilitator/http.ts'
import type { Facilitator } from '../../../api/payment/facilitator/port.ts'
import { registerPayments } from '../../../api/payment/index.ts'
import { assets } from '../../../api/payment/terms/assets.ts'
import { prepareRoute } from '../../../api/payment/terms/challenge.ts'
import { usd } from '../../../api/payment/terms/money.ts'
import type { PaidRoute } from '../../../api/payment/terms/route.ts'
import { systemClock } from '../../../base/clock.ts'
import { createDatabase } from '../../../db/client.ts'
import { quiet } from './engine.ts'
import { addLeastRoute, type LeastParts } from './least-server.ts'

// Every answer of chain or facilitator takes this long in every row, so that only each side's own work differs.
const chainLatencyMs = 2
const asset = assets['base-sepolia']
const payTo = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const answer = JSON.stringify({
  signal: { label: 'calm', score: 1.5, summary: 'x'.repeat(200) },
  curve: { values: Array(100).fill(1.25) },
})
const route: PaidRoute = {
  method: 'GET',
  path: '/rates',
  price: usd('0.05'),
  summary: 'Rates regime.',
  tags: ['macro'],
  output: { type: 'object', properties: { signal: { type: 'object' } } },
  example: { output: { signal: { label: 'calm' } } },
  repeatable: true,
}
const roomy = { burst: 1e9, perSecond: 1e9 }
const config: PaymentConfig = {
  accepts: [{ asset, payTo }],
  run: 'bench',
  serviceName: 'bench',
  maxTimeoutSeconds: 600,
  replaySeconds: 86_400,
  limits: { perIp: roomy, perPayer: roomy, inFlightPerPayer: 1_000 },
}

const kinds = [{ x402Version: 2, scheme: 'exact', network: asset.network }]

// Processes share a ledger, in which no two payments share a transaction.
let transactions = BigInt(process.pid) << 64n
const nextTransaction = (): `0x${string}` => `0x${(++transactions).toString(16).padStart(64, '0')}`

const [row, databaseUrl, facilitatorUrl, journalFolder] = process.argv.slice(2)
const origins: Record<string, () => Promise<string>> = {
  bare: () =>
    listenFastify(async (app) => void app.get('/rates', (_request, reply) => reply.type('application/json').send(answer))),
  'bare-402': () =>
    listenFastify(async (app) => {
      const { header, body } = prepareRoute(route, config, null).challenge('payment_required', 'http://127.0.0.1/rates')
      app.get('/rates', (_request, reply) =>
        reply.code(402).header('payment-required', header).type('application/json').send(body),
      )
    }),
  'express-stub': () => listenExpress(trustingClient()),
  'express-official': () => listenExpress(officialFacilitator()),
  ours: () => listenOurs(trustingPort()),
  least: () => listenLeast('two-columns'),
  'least-ledger': () => listenLeast('ledger'),
  'express-http': () => listenExpress(new HTTPFacilitatorClient({ url: facilitatorUrl! })),
  'ours-http': () => listenOurs(createHttpFacilitator({ url: facilitatorUrl!, clock: systemClock })),
  'facilitator-stub': () => listenFacilitator(),
}

process.on('message', () => process.send!({ cpuMicros: process.cpuUsage().user + process.cpuUsage().system }))
process.send!({ origin: await origins[row!]!() })

async function listenFastify(add: (app: FastifyInstance) => Promise<void>): Promise<string> {
  const app: FastifyInstance = fastify({ http: { maxHeaderSize: 32_768 } })
  await add(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

function listenOurs(facilitator: Facilitator): Promise<string> {
  return listenFastify(async (app) => {
    const database = createDatabase({ url: databaseUrl!, poolSize: 8, logger: quiet })
    // What a facilitator over HTTP says is read back on the chain.
    const seen = async ({ transaction }: AuthorizationQuery) => {
      await wait(chainLatencyMs)
      return { transaction: transaction!, logIndex: 0 }
    }
    const chain = { fateOf: () => null, seen }
    const ports = { config, facilitator, chain, ...(journalFolder ? { journalFolder } : {}) }
    collectSeldom()
    await registerPayments(app, { ...ports, database, clock: systemClock, logger: quiet })
    app.get('/rates', { config: { paid: route } }, (_request, reply) => reply.type('application/json').send(answer))
  })
}

function listenLeast(books: LeastParts['books']): Promise<string> {
  const after = async <T>(value: T): Promise<T> => {
    await wait(chainLatencyMs)
    return value
  }
  return listenFastify(async (app) => {
    const challenge = prepareRoute(route, config, null).challenge('payment_required', 'http://127.0.0.1/rates')
    const parts = { databaseUrl: databaseUrl!, asset, challenge, answer, books }
    await addLeastRoute(app, { ...parts, verified: () => after(true), settled: () => after(nextTransaction()) })
  })
}

function listenExpress(client: any): Promise<string> {
  const app = express()
  const accepts = { scheme: 'exact', price: '$0.05', network: asset.network, payTo, maxTimeoutSeconds: 600 }
  const routes = { 'GET /rates': { accepts, description: route.summary, mimeType: 'application/json' } }
  app.use(paymentMiddlewareFromConfig(routes as any, client, [{ network: asset.network, server: new OfficialServerScheme() }]))
  app.get('/rates', (_request, response) => void response.type('application/json').send(answer))
  return listening(app.listen(0, '127.0.0.1'))
}

/** The cheapest possible facilitator, over a socket: whoever asks it pays for the asking. */
function listenFacilitator(): Promise<string> {
  const client = trustingClient()
  const answerTo = async (path: string, body: any): Promise<unknown> => {
    if (path === '/supported') return client.getSupported()
    return path === '/verify' ? client.verify(body.paymentPayload) : client.settle(body.paymentPayload)
  }
  const server = createServer(async (request, response) => {
    const said = JSON.stringify(await answerTo(request.url!, request.method === 'POST' ? await json(request) : null))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(said) }).end(said)
  })
  return listening(server.listen(0, '127.0.0.1'))
}

async function listening(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Verifies nothing, as the cheapest possible facilitator. */
function trustingClient() {
  return {
    getSupported: async () => ({ kinds, extensions: [], signers: {} }),
    async verify(payload: any) {
      await wait(chainLatencyMs)
      return { isValid: true, payer: payload.payload.authorization.from }
    },
    async settle(payload: any) {
      await wait(chainLatencyMs)
      return { success: true, transaction: nextTransaction(), network: asset.network, payer: payload.payload.authorization.from }
    },
  }
}

function trustingPort(): Facilitator {
  return {
    supported: async () => ({ kinds: [{ network: asset.network, version: 2, feePayer: null }], signers: [] }),
    async verify() {
      await wait(chainLatencyMs)
      return { kind: 'valid' }
    },
    async settle() {
      await wait(chainLatencyMs)
      return { kind: 'settled', transaction: nextTransaction(), logIndex: 0 }
    },
    close: async () => undefined,
  }
}

/** The official facilitator in process: checks signatures, over a chain that agrees with everything. */
function officialFacilitator() {
  const after = async <T>(value: T): Promise<T> => {
    await wait(chainLatencyMs)
    return value
  }
  const signer = toFacilitatorEvmSigner({
    address: payTo,
    getCode: ({ address }) => after(address.toLowerCase() === asset.address.toLowerCase() ? '0x60' : undefined),
    readContract: () => after(true),
    verifyTypedData: () => after(true),
    writeContract: () => after(nextTransaction()),
    sendTransaction: () => after(nextTransaction()),
    waitForTransactionReceipt: () => after({ status: 'success' }),
  })
  const official = new x402Facilitator().register(asset.network, new OfficialFacilitatorScheme(signer))
  return {
    getSupported: async () => official.getSupported(),
    verify: (payload: any, requirements: any) => official.verify(payload, requirements),
    settle: (payload: any, requirements: any) => official.settle(payload, requirements),
  }
}
