// What is written into an array comes out of the database as it was.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bigintArray, intArray, textArray, timeArray } from '../../db/arrays.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const readBack = async (type: string, array: Buffer) => {
  const { rows } = await database.pool.query<{ list: unknown }>(`SELECT $1::${type}[] AS list`, [array])
  return rows[0]!.list
}

test.each([
  { texts: [] },
  { texts: ['', 'NULL', null, '{"a":"b\\\\c",\'d\'}', ' x,\ny '] },
  { texts: ['é', '漢字', '🏦', 'a'.repeat(70_000)] },
  { texts: ['漢字', '漢字', '漢字'] },
  { texts: ['', ''] },
  { texts: [null, null] },
  { texts: ['a', 'a', 'b'] },
])('texts %#', async ({ texts }) => {
  expect(await readBack('text', textArray(texts))).toEqual(texts)
})

test.each([
  { times: [] },
  { times: ['2026-11-18T13:00:00.000Z', '2026-11-18T13:00:00.001Z', '2026-11-18T12:59:59.999Z'] },
  { times: ['1999-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '1703-05-01T06:07:08.009Z'] },
  { times: ['2285-06-07T08:09:10.011Z', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z'] },
])('times %#', async ({ times }) => {
  const list = await readBack('timestamptz', timeArray(times.map((time) => new Date(time))))
  expect((list as Date[]).map((time) => time.toISOString())).toEqual(times)
})

test('a time that is none is refused before it is sent', () => {
  expect(() => timeArray([new Date('no time')])).toThrow(RangeError)
})

test.each([{ numbers: [] }, { numbers: [0n, -1n, 1n, 9_007_199_254_740_993n, 2n ** 63n - 1n, -(2n ** 63n)] }])(
  'large numbers %#',
  async ({ numbers }) => {
    expect(await readBack('bigint', bigintArray(numbers))).toEqual(numbers.map((number) => number.toString()))
  },
)

test.each([{ numbers: [] }, { numbers: [0, -1, 1, 2 ** 31 - 1, -(2 ** 31)] }])('numbers %#', async ({ numbers }) => {
  expect(await readBack('int', intArray(numbers))).toEqual(numbers)
})
