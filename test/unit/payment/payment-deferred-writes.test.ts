// Answers ahead of the ledger: when one may leave, and what becomes of its charge when the ledger cannot be written.
import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeferredWrites, type DeferredWrites } from '../../../api/payment/gate/deferred-writes.ts'
import { createDeparture, type Departure } from '../../../api/payment/gate/departure.ts'
import type { Ticket } from '../../../api/payment/gate/outcome.ts'
import type { CheckedPayment } from '../../../api/payment/proof/check.ts'
import { openPaymentJournal, type PaymentJournal } from '../../../db/payments/journal.ts'
import type { PaymentRow } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import type { Charge } from '../../../db/payments/writes.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'
import { quiet } from '../../support/quiet.ts'
import { until } from '../../support/until.ts'

let folder: string
let journal: PaymentJournal
let settled: { id: string; charge: Charge }[]
let isDown: boolean
let deferred: DeferredWrites
let now: Date
beforeEach(() => {
  folder = createDataDir('deferred')
  journal = openPaymentJournal(folder)
  settled = []
  isDown = false
  now = new Date()
  deferred = open(journal)
})
afterEach(() => removeDataDir(folder))

function open(journal: PaymentJournal): DeferredWrites {
  const store = {
    async settle({ id }, charge) {
      if (isDown) throw new Error('the database is away')
      settled.push({ id, charge })
      return true
    },
  } as Partial<PaymentStore> as PaymentStore
  return createDeferredWrites({ store, journal, clock: { now: () => now }, logger: quiet })
}

const charge = { transaction: '0xt', logIndex: 0, answer: { type: 'text/plain', body: 'answer' } }
function departed(isWhole = true): Departure {
  const departure = createDeparture()
  departure.tell(isWhole)
  return departure
}
type Watched = Ticket & { readonly hasLeft: () => boolean }
function ticketOf(id: string, leaseSeconds = 300): Watched {
  let isOut = false
  return {
    id,
    nonce: `0x${id}`,
    payment: { nonce: `0x${id}` } as CheckedPayment,
    paid: null,
    departure: departed(),
    repeatable: true,
    resumed: null,
    heldUntil: new Date(now.getTime() + leaseSeconds * 1_000),
    answered: () => undefined,
    leave: () => {
      isOut = true
    },
    hasLeft: () => isOut,
  }
}
const rowOf = (id: string) => ({ id, nonce: `0x${id}`, answer: null }) as PaymentRow

test('an answer may leave once it is kept; the ledger gets it soon, and duplicates wait until then', async () => {
  const ticket = ticketOf('1')
  expect(await deferred.take(ticket, charge)).toBe(true)
  await deferred.close()
  expect(settled).toEqual([{ id: '1', charge: { ...charge, canRepeat: true, hasTime: true, hasLeft: true } }])
  expect(ticket.hasLeft()).toBe(true)
  expect(deferred.count).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test('it waits for the ledger when its lease may end before, when it is long, and when the journal cannot be written', async () => {
  expect(await deferred.take(ticketOf('1', 20), charge)).toBe(false)
  now = new Date(now.getTime() + 280_000)
  const late = ticketOf('2')
  now = new Date(now.getTime() + 280_000)
  expect(await deferred.take(late, charge)).toBe(false)
  const slow: PaymentJournal = {
    ...journal,
    async keep(kept) {
      now = new Date(now.getTime() + 280_000)
      return journal.keep(kept)
    },
  }
  expect(await open(slow).take(ticketOf('suspended meanwhile'), charge)).toBe(false)
  const long = { ...charge, answer: { type: 'text/plain', body: 'x'.repeat(100_000) } }
  expect(await deferred.take(ticketOf('3'), long)).toBe(false)
  const broken = open({ ...journal, keep: () => Promise.reject(new Error('the disk is full')) })
  expect(await broken.take(ticketOf('4'), charge)).toBe(false)
  expect(settled).toEqual([])
  expect(await deferred.take(ticketOf('5'), charge)).toBe(true)
})

test('while the database is away charges wait for it, duplicates are let go, and there is an end to how many', async () => {
  isDown = true
  const tickets = Array.from({ length: 1_000 }, (_, n) => ticketOf(String(n)))
  expect(await Promise.all(tickets.map((ticket) => deferred.take(ticket, charge)))).toEqual(tickets.map(() => true))
  expect(await deferred.take(ticketOf('1000'), charge)).toBe(false)
  await until('duplicates are let go', async () => tickets.every((ticket) => ticket.hasLeft()))
  expect(deferred.count).toBe(1_000)
  isDown = false
  await until('all are written', async () => deferred.count === 0)
  expect(new Set(settled.map(({ id }) => id)).size).toBe(1_000)
  expect(await deferred.take(ticketOf('1001'), charge)).toBe(true)
})

test('a journal that cannot be read is as good as none: its payers are answered anew', async () => {
  const broken = open({ ...journal, find: () => Promise.reject(new Error('the disk is broken')) })
  expect(await broken.recall([rowOf('1')])).toEqual(new Set())
})

test('ended while the database is away, it leaves a journal in which the next process finds what was answered', async () => {
  isDown = true
  await deferred.take(ticketOf('7'), charge)
  await deferred.close()
  expect(await deferred.take(ticketOf('8'), charge)).toBe(false)
  expect(settled).toEqual([])
  isDown = false
  const next = open(openPaymentJournal(folder))
  expect(await next.recall([rowOf('6'), rowOf('7'), { ...rowOf('9'), answer: charge.answer }])).toEqual(new Set(['7']))
  expect(settled).toEqual([{ id: '7', charge: { ...charge, canRepeat: true } }])
})
