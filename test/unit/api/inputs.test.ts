// A route's inputs: read into their types from query, path or body, and refused by name where they do not fit.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { hasMoreValues } from '../../../api/bodies.ts'
import { createInputReader } from '../../../api/inputs.ts'
import { wantedOf } from '../../../api/wanted.ts'
import { nearest } from '../../../processors/inputs/nearest.ts'
import { defineRoute } from '../../../processors/kit/define.ts'
import { expectLinear } from '../../support/doubling.ts'

const input = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 10 }),
  drop_pct: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
  chain_id: Type.Optional(Type.Integer()),
  summarize: Type.Optional(Type.Boolean()),
  formats: Type.Optional(Type.Array(Type.Enum(['post', 'faq']), { minItems: 1, maxItems: 6 })),
  pages: Type.Optional(Type.String({ pattern: '^\\d+(-\\d+)?$', description: 'a page or a range, such as 1-5' })),
})

const now = new Date('2026-11-20T00:00:00Z')
const reader = (method: 'GET' | 'POST') => {
  const read = createInputReader(
    defineRoute({
      method,
      path: '/made-up',
      price: '0.05',
      serve: 'precomputed',
      summary: 'made up',
      tags: [],
      input,
      output: Type.Object({}),
      example: { input: { token: 'ETH' }, output: undefined },
      key: () => 'k',
      maxAgeSeconds: 1,
      hardMaxAgeSeconds: 1,
    }),
  )
  return (request: FastifyRequest) => read(request, now)
}

const request = (parts: { query?: object; params?: object; body?: unknown }) =>
  ({ query: {}, params: {}, body: null, ...parts }) as unknown as FastifyRequest

test('the query’s text becomes the schema’s types', () => {
  const query = { token: 'ETH', drop_pct: '12.5', chain_id: '8453', summarize: 'true' }
  expect(reader('GET')(request({ query }))).toEqual({ token: 'ETH', drop_pct: 12.5, chain_id: 8453, summarize: true })
})

test('a body counts on POST and nowhere else; what the path says is not said in the query too', () => {
  expect(reader('POST')(request({ body: { token: 'A' } }))).toEqual({ token: 'A' })
  expect(() => reader('GET')(request({ body: { token: 'A' } }))).toThrow()
  expect(() => reader('GET')(request({ query: { token: 'q' }, params: { token: 'p' } }))).toThrow('token is given twice')
})

describe('is refused as input_invalid, with its name:', () => {
  test.each([
    ['token', {}],
    ['token', { token: '' }],
    ['token', { token: 'x'.repeat(11) }],
    ['token', { token: ['ETH', 'BTC'] }],
    ['drop_pct', { token: 'ETH', drop_pct: 'ten' }],
    ['drop_pct', { token: 'ETH', drop_pct: '' }],
    ['drop_pct', { token: 'ETH', drop_pct: '0' }],
    ['drop_pct', { token: 'ETH', drop_pct: '101' }],
    ['drop_pct', { token: 'ETH', drop_pct: 'NaN' }],
    ['drop_pct', { token: 'ETH', drop_pct: 'Infinity' }],
    ['chain_id', { token: 'ETH', chain_id: '1.5' }],
    ['chain_id', { token: 'ETH', chain_id: '1x' }],
  ])('%s in %j', (name, query) => {
    try {
      reader('GET')(request({ query }))
    } catch (error) {
      expect(error).toMatchObject({ code: 'input_invalid' })
      expect((error as Error).message).toContain(name)
      return
    }
    expect.fail('it was taken')
  })
})

describe('is told at once, in plain words:', () => {
  test.each([
    ['GET', { token: 'ETH', drop: '20' }, 'unknown parameter drop; did you mean drop_pct?'],
    ['GET', { token: 'ETH', zzz: '1' }, 'unknown parameter zzz; there are token, drop_pct, chain_id, summarize, formats, pages'],
    ['GET', { token: 'ETH', drop_pct: ['5', '10'] }, 'drop_pct is given twice; send it once'],
    ['GET', { token: 'ETH', drop_pct: '' }, 'drop_pct is empty; leave it out or give it a value'],
    ['GET', { drop_pct: '200' }, 'drop_pct must be a number above 0 to 100; token is required: text of 1 to 10 characters'],
    [
      'POST',
      { tokn: 'ETH', chain_id: 1.5 },
      /^unknown member tokn; did you mean token\? chain_id must be a whole number; token is required/,
    ],
    ['GET', { token: 'ETH', pages: 'one' }, 'pages must be written so: a page or a range, such as 1-5'],
    ['POST', { token: 'ETH', formats: 'tweet' }, 'formats must be a list of 1 to 6, each one of post, faq'],
    ['POST', { token: 'ETH', formats: ['tweet'] }, 'formats must be a list of 1 to 6, each one of post, faq'],
    ['POST', { token: 1 }, 'token must be text of 1 to 10 characters'],
    ['POST', { token: ['ETH'] }, 'token must be text of 1 to 10 characters'],
    ['GET', { token: 'ETH', _: '1700000000' }, /^unknown parameter _;/],
    ['GET', { token: 'ETH', utm_source: 'x', __proto__: { a: 1 } }, /^unknown parameter utm_source;/],
  ] as const)('%s %j', (method, given, message) => {
    const sent = method === 'POST' ? { body: given } : { query: given }
    expect(() => reader(method)(request(sent))).toThrow(expect.objectContaining({ code: 'input_invalid' }))
    expect(() => reader(method)(request(sent))).toThrow(message)
  })
})

test.each(['text', 42, ['a'], null])('a body that is %j instead of an object is refused', (body) => {
  expect(() => reader('POST')(request({ body }))).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

test('an object that came as text is told to come as itself', () => {
  expect(() => reader('POST')(request({ body: '{"token":"ETH"}' }))).toThrow(/came as text: send the object itself/)
})

describe('thousands of mistakes', () => {
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`drop_pc${n}`, 'x']))

  test('are told as twenty and a number', () => {
    const told = refusalOf(() => reader('POST')(request({ body: { token: 'ETH', ...unknown(1_000) } })))
    expect(told.match(/did you mean drop_pct/g)).toHaveLength(20)
    expect(told).toContain('and 980 more')
    expect(told.length).toBeLessThan(3_000)
  })

  test('cost no more than to read them', async () => {
    await expectLinear(50_000, unknown, (body) => reader('POST')(request({ body })))
    const names = Array.from({ length: 500 }, (_, n) => `known-name-${n}`)
    await expectLinear(
      200_000,
      (length) => 'ab'.repeat(length),
      (asked) => nearest(asked, names),
    )
  }, 60_000)

  test.each([
    ['[1,2,3]', 2, true],
    ['[1,2,3]', 3, false],
    [`"${',['.repeat(50)}"`, 3, false],
    [`{"a\\\\":[1],"b\\"[[[[":2}`, 3, false],
    ['"never ended, [[[[[[', 3, false],
  ])('%s: more than %d values, %s', (text, most, expected) => {
    expect(hasMoreValues(text, most)).toBe(expected)
  })

  test('and many values are counted in linear time, however their texts are written', async () => {
    for (const part of ['{},', '"\\\\",', '"\\"', '\\', '"'])
      await expectLinear(
        300_000,
        (count) => part.repeat(count),
        (text) => hasMoreValues(text, Number.POSITIVE_INFINITY),
      )
  }, 60_000)
})

function refusalOf(run: () => unknown): string {
  try {
    return `taken: ${JSON.stringify(run())}`
  } catch (error) {
    return (error as Error).message
  }
}

test('text that may hold all but one sign says which, and how long it may be', () => {
  const schema = { type: 'string', minLength: 200, maxLength: 60_000, pattern: '^[^\\u0000]*$', description: 'what is made of' }
  expect(wantedOf(schema)).toBe('text of 200 to 60000 characters, without the sign U+0000')
})
