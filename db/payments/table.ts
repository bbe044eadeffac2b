// The payment table as drizzle sees it: claim, ledger and answer of one payment in one row.
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { claimKeyOf } from './claim-key.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

// run keeps a demo chain's payments apart from those of the next one, where every nonce is unspent again.
export const payment = pgTable(
  'payment',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    run: text('run').notNull(),
    network: text('network').notNull(),
    asset: text('asset').notNull(),
    payer: text('payer').notNull(),
    nonce: text('nonce').notNull(),
    state: text('state').notNull(),
    fingerprint: text('fingerprint').notNull(),
    identifier: text('identifier'),
    dialect: smallint('dialect').notNull(),
    method: text('method').notNull(),
    route: text('route').notNull(),
    resource: text('resource').notNull(),
    payTo: text('pay_to').notNull(),
    symbol: text('symbol').notNull(),
    decimals: smallint('decimals').notNull(),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    validBefore: at('valid_before').notNull(),
    owner: integer('owner').notNull(),
    leaseUntil: at('lease_until').notNull(),
    settleTried: boolean('settle_tried').notNull().default(false),
    reason: text('reason'),
    transaction: text('transaction'),
    logIndex: integer('log_index'),
    answerType: text('answer_type'),
    answer: text('answer'),
    claimedAt: at('claimed_at').notNull().defaultNow(),
    servedAt: at('served_at'),
    settledAt: at('settled_at'),
    leftAt: at('left_at'),
  },
  (t) => [
    uniqueIndex('payment_claim').on(sql.raw(claimKeyOf())),
    uniqueIndex('payment_identifier').on(t.run, t.payer, t.identifier).where(sql`${t.identifier} IS NOT NULL`),
    // One transfer pays once. Where nobody has read the chain yet there is no log to name.
    uniqueIndex('payment_transfer').on(t.transaction, t.logIndex, t.network, t.run).where(sql`${t.transaction} IS NOT NULL`),
    index('payment_open').on(t.leaseUntil).where(sql`${t.state} IN ('verified', 'served', 'pending')`),
    index('payment_claimed_at').on(t.claimedAt),
    // What is tidied away hourly is found without a look at the rest of the ledger.
    index('payment_answered').on(t.settledAt).where(sql`${t.answer} IS NOT NULL AND ${t.state} = 'settled'`),
    // The last condition keeps it out of the plans of a paid call's writes, which name the state and not that.
    index('payment_uncharged')
      .on(t.claimedAt)
      .where(sql`${t.state} IN ('claimed', 'released', 'failed') AND ${t.settledAt} IS NULL`),
  ],
)

// Sign-ins that have shown somebody something: each does so once, kept until it has run out by its own words.
export const paymentSignIn = pgTable('payment_sign_in', { id: text('id').primaryKey(), until: at('until').notNull() })
