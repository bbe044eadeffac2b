// What the gateway knows of its books: that nothing can be written down, until somebody's payment was again.
import { expect, test } from 'vitest'
import { watchStore } from '../../../api/payment/gate/watched-store.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'

const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
const odd = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' })

test.each(['claim', 'claimNew'] as const)(
  'is failing from the third %s in a row that cannot be written, until one is',
  async (name) => {
    let now = new Date('2026-11-30T00:00:00Z')
    let error: Error | null = full
    const claimed = { id: '1', settleTried: false }
    const write = async () => {
      if (error !== null) throw error
      return claimed
    }
    const inner = { [name]: write, serve: 'the rest as it is' } as unknown as PaymentStore
    const { store, isFailing, blockedSeconds } = watchStore(inner, { now: () => now })
    expect(store.serve).toBe('the rest as it is')
    for (const isSo of [false, false, true]) {
      expect(isFailing()).toBe(false)
      await expect(store[name]({} as never)).rejects.toBe(full)
      expect(isFailing()).toBe(isSo)
    }
    expect(blockedSeconds()).toBe(5)
    now = new Date('2026-11-30T00:00:06Z')
    expect(blockedSeconds()).toBe(null)
    expect(isFailing()).toBe(true)
    error = null
    expect(await store[name]({} as never)).toBe(claimed)
    expect(isFailing()).toBe(false)
  },
)

test('what is refused for what it is, is nobody else’s trouble', async () => {
  const inner = { claimNew: () => Promise.reject(odd) } as unknown as PaymentStore
  const { store, isFailing } = watchStore(inner, { now: () => new Date() })
  for (let i = 0; i < 10; i++) await expect(store.claimNew({} as never)).rejects.toBe(odd)
  expect(isFailing()).toBe(false)
})
