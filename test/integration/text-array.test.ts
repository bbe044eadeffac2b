// What is written into a text array comes out of the database as it was.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textArray } from '../../db/text-array.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

test.each([
  { texts: [] },
  { texts: ['', 'NULL', null, '{"a":"b\\\\c",\'d\'}', ' x,\ny '] },
  { texts: ['é', '漢字', '🏦', 'a'.repeat(70_000)] },
  { texts: ['漢字', '漢字', '漢字'] },
  { texts: ['', ''] },
  { texts: [null, null] },
  { texts: ['a', 'a', 'b'] },
])('%#', async ({ texts }) => {
  const { rows } = await database.pool.query('SELECT $1::text[] AS texts', [textArray(texts)])
  expect(rows).toEqual([{ texts }])
})
