// The least that a server must do which answers each payment once, however it is made: read the payment, check its signature, have it
// on the disk before it is settled and its charge afterwards. Bare fastify and two tables of two columns, or our own ledger's claim and
// charge; nothing is limited, repeated or recovered. What a gateway takes beyond this is its own doing.
import type { FastifyInstance } from 'fastify'
import { startSignatureChecks } from '../../../api/payment/proof/signature-checks.ts'
import { domainSeparator } from '../../../api/payment/proof/typed-data.ts'
import type { EvmAsset } from '../../../api/payment/terms/assets.ts'
import { textArray } from '../../../db/arrays.ts'
import { createDatabase, type Pool } from '../../../db/client.ts'
import { createPaymentOwner } from '../../../db/payments/owner.ts'
import { createPaymentStore } from '../../../db/payments/store.ts'
import { createBatcher } from '../../../db/work/batcher.ts'
import { quiet } from './engine.ts'

export interface LeastParts {
  readonly databaseUrl: string
  readonly asset: EvmAsset
  readonly challenge: { readonly header: string; readonly body: string }
  readonly answer: string
  readonly books: 'two-columns' | 'ledger'
  /** What chain or facilitator takes to answer. */
  verified(): Promise<unknown>
  settled(): Promise<string>
}

type Authorization = { readonly from: string; readonly nonce: string }
type Charge = (transaction: string) => void
/** Null when it was claimed before. */
type Books = { claim(authorization: Authorization): Promise<Charge | null> }

export async function addLeastRoute(app: FastifyInstance, parts: LeastParts): Promise<void> {
  const options = { url: parts.databaseUrl, poolSize: 4, keepsPlans: true, logger: quiet }
  const pools = { durable: createDatabase(options).pool, relaxed: createDatabase({ ...options, isLazy: true }).pool }
  const books = await (parts.books === 'ledger' ? openLedger(parts, pools) : openTwoTables(pools))
  const checks = startSignatureChecks(quiet)
  const separator = domainSeparator(parts.asset).toString('hex')
  app.get('/rates', async (request, reply) => {
    reply.type('application/json')
    const header = request.headers['payment-signature']
    if (typeof header !== 'string') {
      reply.code(402).header('payment-required', parts.challenge.header)
      return parts.challenge.body
    }
    const { authorization, signature } = JSON.parse(Buffer.from(header, 'base64').toString('utf8')).payload
    const claimed = books.claim(authorization)
    const [isSigned, charge] = await Promise.all([
      checks.isSigned({ separator, authorization, signature }),
      claimed,
      parts.verified(),
    ])
    if (!isSigned || charge === null) return reply.code(402).send(parts.challenge.body)
    const transaction = await parts.settled()
    charge(transaction)
    const receipt = { success: true, transaction, network: parts.asset.network, payer: authorization.from }
    reply.header('payment-response', Buffer.from(JSON.stringify(receipt)).toString('base64'))
    return parts.answer
  })
}

type Pools = { readonly durable: Pool; readonly relaxed: Pool }

async function openTwoTables({ durable, relaxed }: Pools): Promise<Books> {
  await durable.query('CREATE TABLE IF NOT EXISTS least_claim (nonce text PRIMARY KEY, payer text NOT NULL)')
  await durable.query('CREATE TABLE IF NOT EXISTS least_charge (nonce text PRIMARY KEY, transaction text NOT NULL)')
  const claims = createBatcher(insertInto(durable, 'least_claim'), () => false)
  const charges = createBatcher(insertInto(relaxed, 'least_charge'), () => false, 20)
  const claim = async ({ nonce, from }: Authorization) =>
    (await claims([nonce, from])) ? (transaction: string) => void charges([nonce, transaction]) : null
  return { claim }
}

async function openLedger({ databaseUrl, asset, answer }: LeastParts, pools: Pools): Promise<Books> {
  const { id: owner } = await createPaymentOwner(databaseUrl)
  const store = createPaymentStore(pools.durable, owner, pools)
  const { network, symbol, decimals } = asset
  const payment = {
    run: 'least',
    network,
    asset: asset.address,
    symbol,
    decimals,
    amount: 50_000n,
    payTo: asset.address,
  } as const
  const sale = { dialect: 2, method: 'GET', route: 'GET /rates', resource: 'http://127.0.0.1/rates', identifier: null } as const
  const body = { answer: { type: 'application/json', body: answer }, canRepeat: true, hasTime: true, hasLeft: true }
  const claim = async ({ nonce, from }: Authorization) => {
    const validBefore = new Date(Date.now() + 600_000)
    const own = { payer: from, nonce, fingerprint: nonce, state: 'verified', validBefore, leaseSeconds: 645 } as const
    const claimed = await store.claimNew({ ...payment, ...sale, ...own })
    if (claimed === null) return null
    return (transaction: string) => void store.settle({ id: claimed.id, nonce }, { transaction, logIndex: 0, ...body })
  }
  return { claim }
}

type Pair = readonly [nonce: string, value: string]

function insertInto(pool: Pool, table: string): (pairs: readonly Pair[]) => Promise<boolean[]> {
  const text = `INSERT INTO ${table} SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING RETURNING nonce`
  return async (pairs) => {
    const values = [textArray(pairs.map(([nonce]) => nonce)), textArray(pairs.map(([, value]) => value))]
    const { rows } = await pool.query({ name: table, text, values })
    const added = new Set(rows.map(({ nonce }) => nonce))
    return pairs.map(([nonce]) => added.has(nonce))
  }
}
