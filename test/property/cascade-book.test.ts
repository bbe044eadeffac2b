// The book of borrowers against a plain map: nothing is lost, doubled or mixed up, whatever comes and goes.

import { expect, it } from 'vitest'
import { createBook } from '../../processors/services/cascade/book/book.ts'
import type { Position } from '../../processors/services/cascade/model/position.ts'
import fc from '../support/chance.ts'

const leg = fc.record({ kind: fc.integer({ min: 0, max: 50 }), amount: fc.double({ min: 0.001, max: 1e9, noNaN: true }) })
const position = fc.record({
  id: fc.integer({ min: 0, max: 40 }).map((n) => `p${n}`),
  protocol: fc.constantFrom('aave-v3' as const, 'morpho-blue' as const),
  collateral: fc.array(leg, { maxLength: 6 }),
  debt: fc.array(leg, { maxLength: 6 }),
})
const step = fc.oneof(
  { weight: 4, arbitrary: position },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 }).map((n) => `p${n}`) },
)

it('a book remembers exactly what a map would, whatever comes, changes and goes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const book = createBook(2)
      const map = new Map<string, Position>()
      for (const s of steps) {
        if (typeof s === 'string') expect(book.remove(s)).toBe(map.delete(s))
        else {
          book.upsert(s)
          map.set(s.id, s)
        }
      }
      expect(book.size).toBe(map.size)
      expect([...book.ids()].sort()).toEqual([...map.keys()].sort())
      for (const [id, p] of map) expect(book.get(id)).toEqual(p)
      const { positions, start, collateralLegs, debtLegs, legKind } = book.snapshot()
      let legs = 0
      for (let slot = 0; slot < positions; slot++) {
        const id = book.idAt(slot)
        const p = id === null ? null : map.get(id)!
        expect([collateralLegs[slot], debtLegs[slot]]).toEqual([p?.collateral.length ?? 0, p?.debt.length ?? 0])
        if (p)
          expect([...legKind.subarray(start[slot], start[slot]! + p.collateral.length)]).toEqual(p.collateral.map((l) => l.kind))
        legs += p ? p.collateral.length + p.debt.length : 0
      }
      expect(legs).toBe([...map.values()].reduce((sum, p) => sum + p.collateral.length + p.debt.length, 0))
    }),
    { numRuns: 200, seed: 20_261_121 },
  )
})

it('spans left behind are reclaimed', () => {
  const book = createBook(16)
  for (let turn = 0; turn < 2000; turn++) {
    for (let n = 0; n < 10; n++) {
      const legs = Array.from({ length: 1 + ((turn + n) % 5) }, (_, kind) => ({ kind, amount: turn + kind }))
      book.upsert({ id: `p${n}`, protocol: 'aave-v3', collateral: legs, debt: legs })
    }
  }
  expect(book.view().legKind.length).toBeLessThan(20_000)
  expect(book.get('p3')!.collateral[0]).toEqual({ kind: 0, amount: 1999 })
})
