// Entries that cannot be read are taken out where the parser stops, and nothing beside them.
import { describe, expect, test } from 'vitest'
import { TollgateError } from '../../../base/errors.ts'
import { parseApart } from '../../../ingestors/apart.ts'
import { createAsideList } from '../../../ingestors/aside.ts'
import { readList, readNumber, readRow, readRows } from '../../../ingestors/formats/json.ts'

function read(parse: (raw: any) => unknown[], raw: unknown, depth: number) {
  const { all, set } = createAsideList()
  return { values: parseApart(parse, raw, depth, set), aside: all.map(({ what }) => what.split(':')[0]) }
}

const numbers = (raw: unknown) => readRows(raw, 'rows').map((row) => readNumber(row.n, 'n'))

test('a row in the middle, the first, the last and several', () => {
  const rows = [{ n: 'x' }, { n: 1 }, { n: null }, { n: 2 }, 7, { n: 'y' }]
  expect(read(numbers, rows, 1)).toEqual({ values: [1, 2], aside: ['4', '0', '1', '2'] })
})

test('what is deeper than the entries belongs to them', () => {
  const places = (raw: unknown) =>
    readRows(raw, 'events').map(({ id, places }) => [
      id,
      readRows(places, 'places')
        .map(({ at }) => readNumber(at, 'at'))
        .at(-1),
    ])
  const events = [
    { id: 'a', places: [{ at: 1 }, { at: 'moved' }] },
    { id: 'b', places: [{ at: 3 }] },
  ]
  // The last place of a is unknown: that it was at 1 before is no answer.
  expect(read(places, events, 1)).toEqual({ values: [['b', 3]], aside: ['0'] })
})

test('a table that is none goes as a whole, the rows of another one by one', () => {
  const tables = (raw: any) => raw.flatMap(({ body }: { body: unknown }) => numbers(body))
  const raw = [{ body: 'gone' }, { body: [{ n: 1 }, { n: 'x' }, { n: 2 }] }]
  expect(read(tables, raw, 2)).toEqual({ values: [1, 2], aside: ['0', '0.body.1'] })
})

test('objects of objects are lists', () => {
  const markets = (raw: unknown) =>
    Object.entries(readRow(readRow(raw, 'all').markets, 'markets')).map(([name, one]) => [
      name,
      readNumber(readRow(one, name).n, 'n'),
    ])
  const raw = { markets: { a: { n: 1 }, b: { n: 'x' }, c: { n: 3 }, d: { n: 4 }, e: { n: 5 } } }
  expect(read(markets, raw, 1)).toEqual({
    values: [
      ['a', 1],
      ['c', 3],
      ['d', 4],
      ['e', 5],
    ],
    aside: ['markets.b'],
  })
})

describe('the first error goes on', () => {
  test('where there is no entry to take out', () => {
    expect(() => read((raw) => [...readList(raw.list, 'the list')], { list: 'x' }, 1)).toThrow('the list')
  })
  test('where the upstream asks for patience', () => {
    const hurried = () => {
      throw new TollgateError('upstream_rate_limited', 'later')
    }
    expect(() => read(hurried, [1, 2], 1)).toThrow('later')
  })
  test('where everything has changed', () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({ m: i }))
    expect(() => read(numbers, rows, 1)).toThrow(/^n is/)
  })
})

test('values hold nothing of the watching', () => {
  const rows = [
    { n: 1, list: [1, 2] },
    { n: 'x', list: [] },
  ]
  const { values } = read((raw) => readRows(raw, 'rows').map((row) => ({ n: readNumber(row.n, 'n'), list: row.list })), rows, 1)
  expect(structuredClone(values)).toEqual([{ n: 1, list: [1, 2] }])
})
