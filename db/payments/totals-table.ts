// The ledger's sums by state as drizzle sees them: kept by triggers of the payment table, in shards that writers do not share.
// What is under way (verified, served) is not in them: every payment would pass through its sum, and it is quickly counted.
import { bigint, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'

export const paymentTotal = pgTable(
  'payment_total',
  {
    run: text('run').notNull(),
    state: text('state').notNull(),
    network: text('network').notNull(),
    symbol: text('symbol').notNull(),
    decimals: smallint('decimals').notNull(),
    // One transaction's alone while it writes: no two wait for each other over a sum. A shard by itself may be below zero.
    shard: smallint('shard').notNull(),
    count: bigint('count', { mode: 'bigint' }).notNull(),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.run, t.state, t.network, t.symbol, t.decimals, t.shard] })],
)
