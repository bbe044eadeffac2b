// The least that a server must do which answers each payment once, however it is made: read the payment, check its signature, have it
// on the disk before it is settled and its charge afterwards. Bare fastify and two tables of two columns; nothing is limited, repeated
// or recovered. What a gateway takes beyond this is its own doing.
import type { FastifyInstance } from 'fastify'
import { startSignatureChecks } from '../../../api/payment/proof/signature-checks.ts'
import { domainSeparator } from '../../../api/payment/proof/typed-data.ts'
import type { EvmAsset } from '../../../api/payment/terms/assets.ts'
import { textArray } from '../../../db/arrays.ts'
import { createDatabase, type Pool } from '../../../db/client.ts'
import { createBatcher } from '../../../db/work/batcher.ts'
import { quiet } from './engine.ts'

export interface LeastParts {
  readonly databaseUrl: string
  readonly asset: EvmAsset
  readonly challenge: { readonly header: string; readonly body: string }
  readonly answer: string
  /** What chain or facilitator takes to answer. */
  verified(): Promise<unknown>
  settled(): Promise<string>
}

type Pair = readonly [nonce: string, value: string]

export async function addLeastRoute(app: FastifyInstance, parts: LeastParts): Promise<void> {
  const options = { url: parts.databaseUrl, poolSize: 4, keepsPlans: true, logger: quiet }
  const [durable, relaxed] = [createDatabase(options), createDatabase({ ...options, isLazy: true })]
  await durable.pool.query('CREATE TABLE IF NOT EXISTS least_claim (nonce text PRIMARY KEY, payer text NOT NULL)')
  await durable.pool.query('CREATE TABLE IF NOT EXISTS least_charge (nonce text PRIMARY KEY, transaction text NOT NULL)')
  const claim = createBatcher(insertInto(durable.pool, 'least_claim'), () => false)
  const charge = createBatcher(insertInto(relaxed.pool, 'least_charge'), () => false, 20)
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
    const known = claim([authorization.nonce, authorization.from])
    const [isSigned, isNew] = await Promise.all([
      checks.isSigned({ separator, authorization, signature }),
      known,
      parts.verified(),
    ])
    if (!isSigned || !isNew) return reply.code(402).send(parts.challenge.body)
    const transaction = await parts.settled()
    void charge([authorization.nonce, transaction])
    const receipt = { success: true, transaction, network: parts.asset.network, payer: authorization.from }
    reply.header('payment-response', Buffer.from(JSON.stringify(receipt)).toString('base64'))
    return parts.answer
  })
}

function insertInto(pool: Pool, table: string): (pairs: readonly Pair[]) => Promise<boolean[]> {
  const text = `INSERT INTO ${table} SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING RETURNING nonce`
  return async (pairs) => {
    const values = [textArray(pairs.map(([nonce]) => nonce)), textArray(pairs.map(([, value]) => value))]
    const { rows } = await pool.query({ name: table, text, values })
    const added = new Set(rows.map(({ nonce }) => nonce))
    return pairs.map(([nonce]) => added.has(nonce))
  }
}
