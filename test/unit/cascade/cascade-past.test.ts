// What /risk compares itself with: its own past on the log, one fact every ten minutes, in a ring of eight days.
import { expect, test } from 'vitest'
import { pastAt, pastFact, riskPast, slotOf } from '../../../processors/services/cascade/past.ts'

const now = new Date('2026-11-18T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const fact = (minutes: number, score: number) => pastFact(ago(minutes), { score, atRiskCollateralUsd: score * 10 })

test('the newest fact at or before the moment asked about, and none that is much older', () => {
  const facts = [
    fact(5, 1),
    fact(59, 2),
    fact(61, 3),
    fact(75, 4),
    fact(24 * 60 + 30, 5),
    fact(24 * 60 + 50, 6),
    fact(7 * 24 * 60 + 300, 7),
  ]
  expect(pastAt(facts.toReversed(), now)).toEqual({
    '1h': { score: 3, atRiskCollateralUsd: 30 },
    '24h': { score: 5, atRiskCollateralUsd: 50 },
    '7d': { score: 7, atRiskCollateralUsd: 70 },
    firstAt: ago(7 * 24 * 60 + 300).toISOString(),
  })
  expect(pastAt([fact(59, 2), fact(82, 4), fact(26 * 60, 5), fact(8 * 24 * 60, 7)], now)).toEqual({
    '1h': null,
    '24h': null,
    '7d': null,
    firstAt: ago(8 * 24 * 60).toISOString(),
  })
  expect(pastAt([], now).firstAt).toBeNull()
})

test('a fact takes the place of the one eight days before it, and of no other', () => {
  const keys = Array.from({ length: 8 * 144 }, (_, i) => riskPast.key(fact(i * 10, 1)))
  expect(new Set(keys).size).toBe(8 * 144)
  expect(riskPast.key(fact(8 * 1_440, 1))).toBe(keys[0])
  expect(riskPast.revision(fact(0, 1))).toBeGreaterThan(riskPast.revision(fact(8 * 1_440, 1)))
  expect(slotOf(ago(0)) - slotOf(ago(10))).toBe(1)
})
