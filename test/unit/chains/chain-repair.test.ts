// When a repair is made and where its search begins: at once, then ever more rarely, from the last clean block ever further back.
import { describe, expect, test } from 'vitest'
import { isRepairDue, pauseAfter, searchFrom } from '../../../ingestors/chains/repair.ts'

describe('a repair', () => {
  test('is made at once, seconds later again, and never rests for a day', () => {
    const now = Date.now()
    expect(isRepairDue({ repairs: 0, repairedAt: now }, undefined, now)).toBe(true)
    expect(isRepairDue({ repairs: 1, repairedAt: now }, undefined, now)).toBe(false)
    expect(isRepairDue({ repairs: 1, repairedAt: now - 2_000 }, undefined, now)).toBe(true)
    const pauses = Array.from({ length: 40 }, (_, n) => pauseAfter(n))
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    // Ten repairs, five of them searches, within twenty minutes of the first.
    expect(pauses.slice(0, 10).reduce((sum, ms) => sum + ms, 0)).toBeLessThan(20 * 60_000)
    expect(Math.max(...pauses)).toBe(6 * 3_600_000)
  })

  test('searches from just before the last clean block, wider each time, to the first block in the end', () => {
    const from = (repairs: number, cleanBlock: number | null) => searchFrom({ repairs, cleanBlock }, 1_000_000, 16_000)
    expect(from(1, 999_000)).toBe(999_000 - 64)
    expect(from(3, 999_000)).toBe(999_000 - 512)
    expect(from(1, null)).toBe(998_000)
    for (const cleanBlock of [null, 999_000]) {
      const starts = [1, 3, 5, 7, 9, 11, 13].map((repairs) => from(repairs, cleanBlock))
      expect(starts).toEqual(starts.toSorted((a, b) => b - a))
      expect(starts.at(-1)).toBe(16_000)
    }
    // The chain fell back since.
    expect(searchFrom({ repairs: 1, cleanBlock: 5_000 }, 100, 0)).toBe(36)
  })
})
