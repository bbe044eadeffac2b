// What the gateway knows of its facilitator: that it keeps failing, until it has served somebody again, and what its keys have left.
import { expect, test } from 'vitest'
import { watchFacilitator } from '../../../api/payment/facilitator/availability.ts'
import type { Facilitator, Verification } from '../../../api/payment/facilitator/port.ts'

test('it is failing from the third time in a row until one is served, however long nobody tries', async () => {
  let now = new Date('2026-11-23T00:00:00Z')
  let answer: Verification = { kind: 'unavailable', retryAfterSeconds: 1 }
  const gas = [{ network: 'eip155:8453', address: '0x1', balance: 1, settlementsLeft: 2 }]
  const given = { verify: async () => answer, keyGas: () => gas } as unknown as Facilitator
  const { facilitator, isFailing, blockedSeconds } = watchFacilitator(given, { now: () => now })
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
