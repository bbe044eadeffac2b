// How far each chain has been read, by which blocks, and what is known of everything a fact is about.
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const blockNumber = (name: string) => bigint(name, { mode: 'number' })
const place = { chainId: integer('chain_id').notNull(), source: text('source').notNull() }

export const chainCheckpoint = pgTable(
  'chain_checkpoint',
  {
    ...place,
    // The chain's first block: another one under the same id is another chain.
    genesis: text('genesis').notNull(),
    // 'scan' while history is searched for who exists, 'follow' after.
    phase: text('phase').notNull(),
    number: blockNumber('number').notNull(),
    hash: text('hash').notNull(),
    parent: text('parent').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.source] })],
)

// The blocks that a reorganisation may still replace.
export const chainBlock = pgTable(
  'chain_block',
  { ...place, number: blockNumber('number').notNull(), hash: text('hash').notNull(), parent: text('parent').notNull() },
  (t) => [primaryKey({ columns: [t.chainId, t.source, t.number] })],
)

// What was read at such a block, to be read again should it be replaced; its facts are taken back where there are any.
export const chainTouched = pgTable(
  'chain_touched',
  {
    ...place,
    number: blockNumber('number').notNull(),
    topic: text('topic').notNull(),
    key: text('key').notNull(),
    appended: boolean('appended').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.source, t.number, t.topic, t.key] })],
)

export const chainSubject = pgTable(
  'chain_subject',
  {
    ...place,
    topic: text('topic').notNull(),
    key: text('key').notNull(),
    // The fact as last appended, without when it was read; null: there is none.
    content: text('content'),
    appendedFor: timestamp('appended_for', { withTimezone: true, precision: 3 }),
    // Where on chain it has to be looked for, as the ids of the markets an account ever borrowed in.
    parts: text('parts').array().notNull().default([]),
    due: boolean('due').notNull(),
    // Its fact was read at a block that is no longer the chain's.
    undone: boolean('undone').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.source, t.topic, t.key] }),
    index('chain_subject_due').on(t.chainId, t.source, t.undone).where(sql`${t.due}`),
  ],
)
