// A stored row as it is sold: its own bytes, what only the moment of reading knows, and the age at which it is not sold.
import Type from 'typebox'
import { expect, test } from 'vitest'
import { renderAnswer } from '../../../api/answer.ts'
import type { StoredSignalRow } from '../../../db/rows/signals.ts'
import { defineRoute } from '../../../processors/kit/define.ts'

const observedAt = new Date('2026-11-18T12:00:00Z')
const after = (seconds: number) => new Date(observedAt.getTime() + seconds * 1_000)

const route = defineRoute({
  method: 'GET',
  path: '/made-up',
  price: '0.05',
  serve: 'precomputed',
  summary: 'made up',
  tags: [],
  input: Type.Object({}),
  output: Type.Object({}),
  example: { input: {}, output: undefined },
  key: () => 'k',
  maxAgeSeconds: 100,
  hardMaxAgeSeconds: 1_000,
})

const row: StoredSignalRow = {
  id: 42,
  service: 'made-up',
  route: '/made-up',
  key: 'k',
  body: '{"signal":{"score":1.50,"summary":"ends in \\"}\\""},"z":1,"a":{"b":[]}}',
  meta: JSON.stringify({ coverage: { inputs_used: 1 }, sources: [{ id: 's' }], disclaimer: 'made up' }),
  observedAt,
  computedAt: after(7),
  staleAfter: after(100),
  formula: 'made-up/3',
  inputs: JSON.stringify([{ topic: 't.v1', partition: 0, offset: '9007199254740993', facts: 2 }]),
  inputsHash: 'abc',
}

const failureOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error
  }
  return expect.fail('nothing was thrown')
}

test('the row’s own bytes come first, meta last', () => {
  const text = renderAnswer(row, route, 'live', after(60))
  expect(text.startsWith(row.body.slice(0, -1))).toBe(true)
  expect(Object.keys(JSON.parse(text))).toEqual(['signal', 'z', 'a', 'meta'])
  expect(JSON.parse(text).meta).toEqual({
    as_of: '2026-11-18T12:00:00.000Z',
    computed_at: '2026-11-18T12:00:07.000Z',
    stale: false,
    age_seconds: 60,
    world: 'live',
    formula: 'made-up/3',
    provenance: { row: 42, inputs_hash: 'abc', inputs: [{ topic: 't.v1', partition: 0, offset: '9007199254740993', facts: 2 }] },
    coverage: { inputs_used: 1 },
    sources: [{ id: 's' }],
    disclaimer: 'made up',
  })
})

test('asked for briefly, meta is left with age, world, row and counts; the body is the same bytes', () => {
  const meta = {
    ...JSON.parse(row.meta),
    coverage: { inputs_used: 1, inputs_expected: 2, missing: ['x'], stale: [], detail: { long: [1, 2, 3] } },
  }
  const text = renderAnswer({ ...row, meta: JSON.stringify(meta) }, route, 'demo', after(101), undefined, 'brief')
  expect(text.startsWith(row.body.slice(0, -1))).toBe(true)
  expect(JSON.parse(text).meta).toEqual({
    as_of: '2026-11-18T12:00:00.000Z',
    stale: true,
    age_seconds: 101,
    world: 'demo',
    provenance: { row: 42 },
    coverage: { inputs_used: 1, inputs_expected: 2 },
    disclaimer: 'made up',
  })
})

test.each([
  [100, false],
  [101, true],
  [1_000, true],
])('%d s after its newest input it is stale: %s', (seconds, stale) => {
  expect(JSON.parse(renderAnswer(row, route, 'demo', after(seconds))).meta).toMatchObject({
    stale,
    age_seconds: seconds,
    world: 'demo',
  })
})

test('past the hard limit it is not sold', () => {
  expect(failureOf(() => renderAnswer(row, route, 'live', after(1_001)))).toMatchObject({
    code: 'not_ready',
    retryAfterSeconds: 30,
    retryable: true,
  })
})

test('what was never computed is not sold', () => {
  expect(failureOf(() => renderAnswer(null, route, 'live', after(0)))).toMatchObject({ code: 'not_ready', retryAfterSeconds: 5 })
})

test('an input of the future, by another clock, has age zero', () => {
  expect(JSON.parse(renderAnswer(row, route, 'live', after(-30))).meta).toMatchObject({ age_seconds: 0, stale: false })
})

test('no disclaimer, no member for it', () => {
  const { disclaimer: _, ...meta } = JSON.parse(row.meta)
  const text = renderAnswer({ ...row, meta: JSON.stringify(meta) }, route, 'live', after(0))
  expect('disclaimer' in JSON.parse(text).meta).toBe(false)
})
