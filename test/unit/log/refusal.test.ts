// Which of Postgres's errors would come again for the same data, and which pass.
import { expect, test } from 'vitest'
import { TollgateError } from '../../../base/errors.ts'
import { refusalOf } from '../../../db/refusal.ts'

const coded = (code: string) => Object.assign(new Error('as Postgres says'), { code })

test.each(['22008', '22021', '22P02', '42804', '42601', '21000', '54000'])('%s is told with its reason', (code) => {
  expect(refusalOf(coded(code))).toBe(`Postgres refuses it (${code}): as Postgres says`)
})

test.each([
  ...['08006', '40001', '40P01', '53100', '53300', '55P03', '57014', '57P01', 'ECONNRESET', 'EPIPE'],
  // What is missing in the database is no record's fault.
  ...['42501', '42P01', '42703', '42704', '42883'],
])('%s passes, or is mended elsewhere', (code) => {
  expect(refusalOf(coded(code))).toBeNull()
})

test('of our own errors only an invalid record is one', () => {
  expect(refusalOf(new TollgateError('record_invalid', 'no record'))).toBe('no record')
  expect(refusalOf(new TollgateError('database_unavailable', 'away', { retryable: true }))).toBeNull()
  expect(refusalOf(new Error('Connection terminated unexpectedly'))).toBeNull()
  expect(refusalOf('22008')).toBeNull()
})
