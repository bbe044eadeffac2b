// A large list on its shelves: what is gone goes, and a list that could not be read says nothing.
import { expect, test } from 'vitest'
import { onShelves } from '../../../ingestors/shapes/shelved.ts'

test('every shelf of a list is told, its empty ones too; of no entry at all nothing is', () => {
  const at = new Date('2026-11-18T12:00:00Z')
  const shelves = onShelves([{ id: 'a' }], ({ id }) => id, 4, at)
  expect(shelves.map(({ entries }) => entries.length).sort()).toEqual([0, 0, 0, 1])
  expect(onShelves([], String, 4, at)).toEqual([])
})
