// What the gateway knows of its facilitator: that it keeps failing, until it has served somebody again, and what its keys have left.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { watchFacilitator } from '../../../api/payment/facilitator/availability.ts'
import type { Facilitator, Settlement, Verification } from '../../../api/payment/facilitator/port.ts'
import { quiet } from '../../support/quiet.ts'

const start = new Date('2026-11-23T00:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

test('it is failing from the third time in a row until one is served, however long nobody tries', async () => {
  let now = new Date('2026-11-23T00:00:00Z')
  let answer: Verification = { kind: 'unavailable', retryAfterSeconds: 1 }
  const gas = [{ network: 'eip155:8453', address: '0x1', balance: 1, settlementsLeft: 2 }]
  const given = { verify: async () => answer, keyGas: () => gas } as unknown as Facilitator
  const { facilitator, isFailing, blockedSeconds } = watchFacilitator(given, { now: () => now }, quiet)
  const verify = () => facilitator.verify({} as never)
  for (const isSo of [false, false, true]) {
    expect(isFailing()).toBe(false)
    await verify()
    expect(isFailing()).toBe(isSo)
  }
  expect(blockedSeconds()).toBe(5)
  now = new Date('2026-11-23T01:00:00Z')
  expect(blockedSeconds()).toBe(null)
  expect(isFailing()).toBe(true)
  answer = { kind: 'valid' }
  await verify()
  expect(isFailing()).toBe(false)
  expect(facilitator.keyGas?.()).toEqual(gas)
})

function watched(first: { verify?: Verification; settle?: Settlement }) {
  const self = { verify: { kind: 'valid' } as Verification, settle: first.settle as Settlement, now: start, ...first }
  const lines: string[] = []
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
  const given = { verify: async () => self.verify, settle: async () => self.settle } as unknown as Facilitator
  const watching = watchFacilitator(given, { now: () => self.now }, logger)
  const pay = async () => {
    await watching.facilitator.verify({} as never)
    if (self.settle !== undefined) await watching.facilitator.settle({} as never)
  }
  return { self, lines, pay, ...watching }
}

const transaction = `0x${'1'.repeat(64)}`

test.each<[string, { verify?: Verification; settle?: Settlement }, string]>([
  ['settles none', { settle: { kind: 'unknown', transaction: null, why: 'no answer in time' } }, 'no answer in time'],
  ['has sent what is never mined', { settle: { kind: 'unknown', transaction, why: 'not mined in time' } }, 'not mined in time'],
  ['answers with what cannot be right', { verify: { kind: 'untrusted' } }, 'untrusted'],
])('one that %s is failing, whatever else it says, and the log says why', async (_name, first, reason) => {
  const { self, lines, pay, isFailing, blockedSeconds } = watched(first)
  for (let i = 0; i < 3; i++) await pay()
  expect(isFailing()).toBe(true)
  expect(blockedSeconds()).toBe(5)
  await pay()
  const what = first.settle === undefined ? 'verified' : 'settled'
  const told = () => lines.map((line) => JSON.parse(line))
  expect(told()).toEqual([{ level: 40, reason, msg: `payments could not be ${what}; nobody is invited to pay` }])
  self.verify = { kind: 'valid' }
  self.settle = { kind: 'settled', transaction }
  await pay()
  expect(isFailing()).toBe(false)
  expect(told().slice(1)).toEqual([{ level: 30, msg: `payments are ${what} again` }])
})

test('while nobody knows whether it is back one caller a second is invited, however long an answer takes', async () => {
  const { self, pay, blockedSeconds } = watched({ verify: { kind: 'unavailable', retryAfterSeconds: 1 } })
  for (let i = 0; i < 3; i++) await pay()
  self.now = after(5)
  expect([1, 2, 3].map(blockedSeconds)).toEqual([null, 1, 1])
  self.now = after(6)
  expect([1, 2].map(blockedSeconds)).toEqual([null, 1])
  self.now = after(-7_200)
  await pay()
  self.now = after(-7_195)
  expect(blockedSeconds()).toBe(null)
  self.verify = { kind: 'valid' }
  await pay()
  expect([1, 2].map(blockedSeconds)).toEqual([null, null])
})

test.each<[string, Settlement]>([
  ['a wallet that has to wait', { kind: 'unavailable', retryAfterSeconds: 5, isPayersOwn: true }],
  ['a wallet that hid what it paid', { kind: 'unknown', transaction, isPayersOwn: true }],
  ['a payment that failed, nobody knows why', { kind: 'refused', reason: 'settle_failed', transaction: null }],
  ['a payer without funds', { kind: 'refused', reason: 'insufficient_funds', transaction: null }],
])('%s says nothing of anybody else', async (_name, settle) => {
  const { pay, isFailing } = watched({ settle })
  for (let i = 0; i < 10; i++) await pay()
  expect(isFailing()).toBe(false)
})

test('one whose answers are lost is not failing as long as the chain tells what became of each payment', async () => {
  const { pay, isFailing, facilitator } = watched({ settle: { kind: 'unknown', transaction, why: 'no answer in time' } })
  for (let i = 0; i < 5; i++) {
    await pay()
    facilitator.foundOut!()
  }
  expect(isFailing()).toBe(false)
  for (let i = 0; i < 3; i++) await pay()
  expect(isFailing()).toBe(true)
  facilitator.foundOut!()
  expect(isFailing()).toBe(false)
})
