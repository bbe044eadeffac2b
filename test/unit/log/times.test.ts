// A time from Postgres is what the library reads, however it is written.
import pg from 'pg'
import { expect, test } from 'vitest'
import { readTime, types } from '../../../db/times.ts'

const anyTime = pg.types.getTypeParser(1184, 'text')

test.each([
  '2026-11-27 12:00:00+00',
  '2026-11-27 12:00:00.5+00',
  '2026-11-27 12:00:00.123+00',
  '2026-11-27 12:00:00.123999+00',
  '0099-02-28 23:59:59.99+00',
  '1600-02-29 00:00:00+00',
  '2026-11-27 12:00:00.123+02',
  '2026-11-27 12:00:00-03:30',
  '12026-11-27 12:00:00+00',
  '0044-03-15 12:00:00+00 BC',
])('%s', (text) => {
  expect(readTime(text)).toEqual(anyTime(text))
  expect(readTime(text).getTime()).not.toBeNaN()
})

test('what is no moment stays what it was, and other types are read as ever', () => {
  expect([readTime('infinity'), readTime('-infinity')]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
  expect(types.getTypeParser(1184, 'text')).toBe(readTime)
  for (const oid of [16, 20, 23, 25, 1114, 3802])
    expect(types.getTypeParser(oid, 'text')).toBe(pg.types.getTypeParser(oid as number, 'text'))
})
