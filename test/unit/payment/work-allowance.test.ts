// Unpaid work costs its caller seconds, whoever waits for its end; what is paid for costs none.
import { expect, test } from 'vitest'
import { createCallerNames, createWorkAllowance } from '../../../api/work-allowance.ts'
import { TollgateError } from '../../../base/errors.ts'

const limit = { burstSeconds: 30, perSecond: 0.5, reserveSeconds: 10, untoldSeconds: 20 }

function open() {
  let now = 1_000_000
  const allowance = createWorkAllowance(limit, { now: () => new Date(now) })
  const begin = (caller: string, name: string, isPaid = false) => allowance.begin(caller, { name, isPaid })
  const pass = (seconds: number) => {
    now += seconds * 1_000
  }
  return { begin, pass }
}

const waitOf = (begin: () => unknown): number | null => {
  try {
    begin()
    return null
  } catch (error) {
    if (!(error instanceof TollgateError) || error.code !== 'busy') throw error
    return error.retryAfterSeconds
  }
}

test('as much runs at once as the allowance reserves for, and the wait is told', () => {
  const { begin, pass } = open()
  for (const name of ['a', 'b', 'c']) begin('one', name)
  expect(waitOf(() => begin('one', 'd'))).toBe(20)
  expect(waitOf(() => begin('two', 'd'))).toBeNull()
  pass(20)
  expect(waitOf(() => begin('one', 'd'))).toBeNull()
})

test('work costs what it took, and the same work asked for twice at a time costs once', () => {
  const { begin } = open()
  const end = begin('one', 'a')
  begin('one', 'a')({ ms: 9_000, isRefused: false })
  end({ ms: 9_000, isRefused: false })
  for (const name of ['b', 'c']) begin('one', name)
  expect(waitOf(() => begin('one', 'd'))).toBe(18)
})

test('a caller who hangs up pays for as long as it may have gone on', () => {
  const { begin } = open()
  begin('one', 'a')({ ms: null, isRefused: false })
  begin('one', 'b')
  expect(waitOf(() => begin('one', 'c'))).toBe(20)
})

test('a payer pays with money for what is answered, and with the allowance for what is refused', () => {
  const { begin, pass } = open()
  for (let i = 0; i < 50; i++) begin('payer', `${i}`, true)({ ms: 20_000, isRefused: false })
  for (let i = 0; i < 2; i++) begin('payer', `bad ${i}`, true)({ ms: 20_000, isRefused: true })
  expect(waitOf(() => begin('payer', 'more', true))).toBe(20)
  pass(20)
  expect(waitOf(() => begin('payer', 'more', true))).toBeNull()
})

test('a caller has one name as long as the process runs, and it tells nothing', () => {
  const nameOf = createCallerNames()
  expect(nameOf('10.0.0.1')).toBe(nameOf('10.0.0.1'))
  expect(nameOf('10.0.0.1')).not.toBe(nameOf('10.0.0.2'))
  expect(nameOf('10.0.0.1')).not.toBe(createCallerNames()('10.0.0.1'))
})
