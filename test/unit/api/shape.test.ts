// A row cut to a request's optional filters: untouched bytes without one, and cheap with one.
import { expect, it } from 'vitest'
import { shapeRow } from '../../../api/routes.ts'
import type { StoredSignalRow } from '../../../db/rows/signals.ts'

const body = JSON.stringify({
  signal: { label: 'x' },
  rates: Array.from({ length: 100 }, (_, i) => ({ coin: `C${i}`, venues: [{}, {}, {}] })),
})
const row = { body } as StoredSignalRow
const route = {
  key: () => 'all',
  input: { properties: {} },
  shape: (given: { rates: unknown[] }, input: { limit?: number }) => ({ ...given, rates: given.rates.slice(0, input.limit) }),
} as never

it('sends the stored bytes when nothing is asked', () => {
  expect(shapeRow(row, route, {}, new Date()).body).toBe(body)
  expect(shapeRow(row, {} as never, { limit: 1 }, new Date()).body).toBe(body)
})

it('cuts when something is, in less than a millisecond', () => {
  expect(JSON.parse(shapeRow(row, route, { limit: 2 }, new Date()).body).rates).toHaveLength(2)
  const ms = Array.from({ length: 200 }, () => {
    const startedAt = performance.now()
    shapeRow(row, route, { limit: 50 }, new Date())
    return performance.now() - startedAt
  })
  // The least of many: what it takes when nobody else takes the processor.
  expect(Math.min(...ms)).toBeLessThan(1)
})

const verdict = { label: 'calm', score: 1, summary: 'All venues are calm.' }
const venues = { body: JSON.stringify({ signal: verdict, rates: [{ venue: 'a' }, { venue: 'b' }] }) } as StoredSignalRow
type Rates = { signal: object; rates: { venue: string }[] }
type Asked = { window?: string; venue?: string; limit?: number; side?: string }

function shown(input: Asked, signalOf = (signal: object, _input: Asked) => signal): any {
  const shape = ({ signal, rates }: Rates, asked: Asked) => ({
    signal: signalOf(signal, asked),
    rates: rates.filter(({ venue }) => asked.venue === undefined || venue === asked.venue),
  })
  const key = ({ window }: Asked) => window ?? '1h'
  const properties = { window: { default: '1h' }, venue: {}, side: {}, limit: {} }
  return JSON.parse(shapeRow(venues, { shape, key, input: { properties } } as never, input as never, new Date()).body)
}

it('names what was asked and did not narrow the verdict, and nothing else', () => {
  expect(shown({ venue: 'a' })).toEqual({ signal: { ...verdict, same_without: ['venue'] }, rates: [{ venue: 'a' }] })
  for (const window of ['1h', '4h']) expect(shown({ window, limit: 2, side: 'all' }).signal).toEqual(verdict)
  expect(shown({ window: '4h', venue: 'b', limit: 2 }).signal.same_without).toEqual(['venue'])
})

it('says nothing of a verdict that follows what was asked', () => {
  const ofOne = (signal: object, { venue }: Asked) => ({ ...signal, summary: `${venue} is calm.` })
  expect(shown({ venue: 'a' }, ofOne).signal).toEqual({ ...verdict, summary: 'a is calm.' })
})
