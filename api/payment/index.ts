// The payment side of an API server: give it the server and its ports before routes are added, and priced routes are paid for.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Clock } from '../../base/clock.ts'
import { messageOf } from '../../base/errors.ts'
import { createDatabase, type Database } from '../../db/client.ts'
import { createPaymentBooks, type PaymentBooks } from '../../db/payments/books.ts'
import { openPaymentJournal } from '../../db/payments/journal.ts'
import { createPaymentOwner } from '../../db/payments/owner.ts'
import { rememberPayments } from '../../db/payments/remembered.ts'
import { createPaymentStore, type PaymentStore } from '../../db/payments/store.ts'
import { createUsedSignIns } from '../../db/payments/used-sign-ins.ts'
import { resourceOf } from '../origin.ts'
import type { ChainReader } from './chain/reader.ts'
import type { PaymentConfig } from './config.ts'
import { watchFacilitator } from './facilitator/availability.ts'
import type { Facilitator, Supported } from './facilitator/port.ts'
import { boundStore } from './gate/bounded-store.ts'
import { createDeferredWrites, type DeferredWrites, noDeferredWrites } from './gate/deferred-writes.ts'
import { createGate, type Gate } from './gate/index.ts'
import type { Pace } from './gate/pace.ts'
import { addReceiptRoute } from './gate/receipts.ts'
import { type Reconciler, startReconciler } from './gate/reconciler.ts'
import { watchStore } from './gate/watched-store.ts'
import { exposeDeferredWrites, exposeKeyGas, exposePaymentTotals } from './metrics.ts'
import { addPaymentHooks } from './plugin.ts'
import type { PayerCodes } from './proof/payer-codes.ts'
import { startSignatureChecks } from './proof/signature-checks.ts'
import { createSvmReader } from './proof/svm.ts'
import { createRateLimiter } from './rate-limit.ts'
import { type PreparedRoute, prepareRoute } from './terms/challenge.ts'
import type { PaidRoute } from './terms/route.ts'

export type PaymentPorts = {
  readonly config: PaymentConfig
  readonly facilitator: Facilitator
  readonly chain: ChainReader
  /** Which payers are contracts. */
  readonly codes?: PayerCodes
  /** Where answers that leave before the ledger has them are kept until then; without it every answer waits for the ledger. */
  readonly journalFolder?: string
  /** Where payments go by another time than what is sold. */
  readonly clock?: Clock
}
export type PaymentDeps = PaymentPorts & {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly registry?: Registry
  readonly pace?: Pace
  readonly resourceUrl?: (request: FastifyRequest) => string
}

export interface Payments {
  /** For what is sold by other means than a route's answer: the same rules, without fastify's hooks. */
  readonly gate: Gate
  readonly prepare: (route: PaidRoute) => (ownHost: boolean) => PreparedRoute
  readonly books: PaymentBooks
  readonly reconciler: Reconciler
  /** Whether those who pay can be served now, as far as this process knows. */
  standing(): PaymentStanding
  /** From now on the route's 402 carries this answer as its example, as far as there is room. */
  showExample(
    service: { readonly label: string },
    route: { readonly method: string; readonly path: string },
    output: unknown,
  ): void
  close(): Promise<void>
}

export interface PaymentStanding {
  readonly ok: boolean
  readonly networks: readonly string[]
  readonly error?: string
}

type Prepared = { readonly ownHost: PreparedRoute; readonly gateway: PreparedRoute }

// As many as write at the same time.
const ledgerConnections = 4
const supportedRetryMs = 30_000
const supportedRefreshMs = 600_000

export async function registerPayments(app: FastifyInstance, deps: PaymentDeps): Promise<Payments> {
  const { config, database, logger } = deps
  const settling = watchFacilitator(deps.facilitator, deps.clock, logger)
  const { facilitator } = settling
  const owner = await createPaymentOwner(database.url, () => void remembered.restore())
  const ledger = { url: database.url, poolSize: ledgerConnections, keepsPlans: true, logger, name: 'tollgate ledger' }
  const [durable, relaxed] = [createDatabase(ledger), createDatabase({ ...ledger, isLazy: true })]
  const writing = watchStore(
    boundStore(createPaymentStore(database.pool, owner.id, { durable: durable.pool, relaxed: relaxed.pool })),
    deps.clock,
  )
  const remembered = rememberPayments(writing.store, { pool: database.pool, logger })
  const { store } = remembered
  const books = createPaymentBooks(database.pool)
  const offersSvm = config.accepts.some(({ asset }) => asset.family === 'svm')
  const svm = offersSvm ? await createSvmReader() : null
  const prepared = new Map<PaidRoute, Prepared>()
  const signers = new Set<string>()
  let supported: Supported | null = null
  const outputs = new Map<PaidRoute, unknown>()
  const prepare = (sold: PaidRoute): Prepared => {
    const route = outputs.has(sold) ? { ...sold, example: { ...sold.example, output: outputs.get(sold) } } : sold
    return {
      ownHost: prepareRoute(route, config, supported),
      gateway: prepareRoute({ ...route, path: `${route.prefix ?? ''}${route.path}` }, config, supported),
    }
  }
  const learn = (learned: Supported) => {
    supported = learned
    for (const signer of learned.signers) signers.add(signer.toLowerCase())
    for (const route of prepared.keys()) prepared.set(route, prepare(route))
  }
  const stopAsking = await askSupported(facilitator, learn, logger)
  const ports = { store, facilitator, chain: deps.chain, logger }
  const deferred = openDeferredWrites(deps, store)
  const signatures = startSignatureChecks(logger)
  const proofs = { chain: deps.chain, usedSignIns: createUsedSignIns(database.pool), clock: deps.clock }
  const gate = createGate({ ...ports, ...proofs, config, svm, signatures, codes: deps.codes, signers, deferred })
  const prepareForBoth: Payments['prepare'] = (route) => {
    prepared.set(route, prepare(route))
    return (ownHost) => prepared.get(route)![ownHost ? 'ownHost' : 'gateway']
  }
  const resourceUrl = deps.resourceUrl ?? resourceOf
  const limitPerIp = () => createRateLimiter(config.limits.perIp, deps.clock)
  const { pace } = deps
  const blocked = { unsettled: settling.blockedSeconds, unwritten: writing.blockedSeconds }
  addPaymentHooks(app, { gate, perIp: limitPerIp(), prepare: prepareForBoth, resourceUrl, blocked, ...(pace && { pace }) })
  if (deps.registry) {
    exposePaymentTotals(deps.registry, books, config.run)
    exposeDeferredWrites(deps.registry, deferred)
    exposeKeyGas(deps.registry, facilitator)
  }
  addReceiptRoute(app, { ...proofs, books, perIp: limitPerIp(), resourceUrl, run: config.run })
  const networks = [...new Set(config.accepts.map(({ asset }) => asset.network))]
  const { run, replaySeconds } = config
  const reconciler = startReconciler({ ...ports, books, deferred, run, replaySeconds, networks })
  return {
    gate,
    prepare: prepareForBoth,
    books,
    reconciler,
    standing() {
      if (supported === null) return { ok: false, networks, error: 'the facilitator has not said what it supports' }
      if (settling.isFailing()) return { ok: false, networks, error: 'payments could not be verified or settled' }
      return writing.isFailing() ? { ok: false, networks, error: 'payments could not be written down' } : { ok: true, networks }
    },
    showExample(service, { method, path }, output) {
      for (const route of prepared.keys()) {
        if (route.method !== method || route.path !== path || route.prefix !== `/api/${service.label}`) continue
        outputs.set(route, output)
        prepared.set(route, prepare(route))
      }
    },
    async close() {
      stopAsking()
      await reconciler.stop()
      await deferred.close()
      await signatures.close()
      await facilitator.close()
      remembered.close()
      await owner.close()
      await durable.close()
      await relaxed.close()
    },
  }
}

function openDeferredWrites({ journalFolder, clock, logger }: PaymentDeps, store: PaymentStore): DeferredWrites {
  if (journalFolder === undefined) return noDeferredWrites
  try {
    return createDeferredWrites({ store, journal: openPaymentJournal(journalFolder), clock, logger })
  } catch (error) {
    logger.warn({ err: messageOf(error) }, 'no journal of payments can be kept; answers wait for the ledger')
    return noDeferredWrites
  }
}

// A facilitator that is down at start must not stop the server: it costs Solana (whose fee payer only it knows) until it is back.
// It is asked again now and then, since fee payers change.
async function askSupported(
  facilitator: Facilitator,
  learn: (supported: Supported) => void,
  logger: Logger,
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  let known = ''
  const ask = async (): Promise<void> => {
    let againMs = supportedRefreshMs
    try {
      const supported = await facilitator.supported()
      const said = JSON.stringify(supported)
      if (said !== known) learn(supported)
      known = said
    } catch (error) {
      logger.warn({ err: (error as Error).message }, 'the facilitator does not say what it supports; asking again')
      againMs = supportedRetryMs
    }
    timer = setTimeout(() => void ask(), againMs)
    timer.unref()
  }
  await ask()
  return () => clearTimeout(timer)
}
