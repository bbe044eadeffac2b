// Whatever is sent: an input is refused with its name, or its canonical form is within the limits, fits the schema and is its own.

import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { TollgateError } from '../../base/errors.ts'
import { inputKinds } from '../../processors/inputs/all.ts'
import { cities } from '../../processors/inputs/cities.ts'
import type { InputKind } from '../../processors/inputs/kind.ts'
import fc from '../support/chance.ts'

const now = new Date('2026-11-20T12:00:00Z')

const words = fc.oneof(
  fc.constantFrom(
    'aapl',
    'BRK',
    'b',
    'gold',
    'Eagle',
    'Ford',
    'de',
    'deu',
    'Germany',
    'usdc',
    'base',
    'https://example.com/',
    'today',
  ),
  fc.constantFrom(...cities.map(({ name }) => name)),
  fc.string({ maxLength: 6, unit: fc.constantFrom(...'abXY01-./+$#&é中ß ') }),
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.double().map(String),
  fc.integer({ min: -10, max: 400 }).map(String),
  fc
    .tuple(fc.double({ min: -95, max: 95, noNaN: true }), fc.double({ min: -185, max: 185, noNaN: true }))
    .map(([a, b]) => `${a.toFixed(5)},${b.toFixed(5)}`),
  fc.array(words, { maxLength: 30 }).chain((list) => fc.constantFrom(',', ' ', ', ', '-', '').map((by) => list.join(by))),
)
const anything = fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: fc.anything() })

function tryParse(kind: InputKind, given: unknown): { readonly canonical: unknown } | { readonly error: unknown } {
  try {
    return { canonical: kind.parse(given, { name: 'given', now }) }
  } catch (error) {
    return { error }
  }
}

describe.each(inputKinds.map((kind) => [kind.kind, kind] as const))('%s', (_name, kind) => {
  const validator = Compile(kind.schema)

  test('whatever is sent', () => {
    let taken = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 6, arbitrary: anything }, { weight: 1, arbitrary: fc.constant(kind.example) }), (given) => {
        const outcome = tryParse(kind, given)
        if ('error' in outcome) {
          expect(outcome.error).toBeInstanceOf(TollgateError)
          expect(['input_invalid', 'input_unusable']).toContain((outcome.error as TollgateError).code)
          expect((outcome.error as TollgateError).message).toMatch(/^given\b/)
          expect((outcome.error as TollgateError).message.length).toBeLessThan(1_000)
          return
        }
        taken++
        const { canonical } = outcome
        expect(validator.Check(canonical), `${JSON.stringify(canonical)} does not fit its own schema`).toBe(true)
        expect(kind.parse(canonical, { name: 'given', now })).toEqual(canonical)
        // A row key and a NOTIFY payload must hold it.
        expect(String(canonical).length).toBeLessThanOrEqual(2_048)
        if (typeof canonical === 'string') expect(canonical).toBe(canonical.trim())
      }),
      { numRuns: 1_500 },
    )
    expect(taken).toBeGreaterThan(0)
  })
})
