// EDGAR's two ways of writing when it took a filing in. Each row is of the kind that both were seen of, one and the same filing even.
import { expect, test } from 'vitest'
import { readAccepted } from '../../../ingestors/sec/accepted-at.ts'

test.each([
  // Results after the close of the exchanges: 16:30 in Washington.
  ['UTC in summer', '2025-07-23T20:30:00.000Z', '2025-07-23', '2025-07-23T20:30:00.000Z'],
  ['by the clocks of Washington in summer', '2025-07-23T16:30:00.000Z', '2025-07-23', '2025-07-23T20:30:00.000Z'],
  ['UTC in winter', '2024-12-12T21:30:00.000Z', '2024-12-12', '2024-12-12T21:30:00.000Z'],
  ['by the clocks of Washington in winter', '2024-12-12T16:30:00.000Z', '2024-12-12', '2024-12-12T21:30:00.000Z'],
  // Before the opening: 7:22.
  ['UTC before the opening', '2025-10-29T11:22:21.000Z', '2025-10-29', '2025-10-29T11:22:21.000Z'],
  ['Washington before the opening', '2025-10-29T07:22:21.000Z', '2025-10-29', '2025-10-29T11:22:21.000Z'],
  // After half past five the filing is the next day's.
  ['UTC in the evening', '2024-08-16T00:59:00.000Z', '2024-08-16', '2024-08-16T00:59:00.000Z'],
  ['Washington in the evening', '2024-08-15T20:59:00.000Z', '2024-08-16', '2024-08-16T00:59:00.000Z'],
  ['UTC at four, filed the same day', '2026-01-28T21:04:38.000Z', '2026-01-28', '2026-01-28T21:04:38.000Z'],
  // While the exchanges are open, by either clock.
  ['what either may be is read as it says', '2024-03-29T15:26:00.000Z', '2024-03-29', '2024-03-29T15:26:00.000Z'],
  ['what neither can be is read as it says', '2024-03-29T04:30:00.000Z', '2024-03-29', '2024-03-29T04:30:00.000Z'],
])('%s', (_how, text, filed, at) => {
  expect(readAccepted(text, filed).toISOString()).toBe(at)
})

test.each(['2025-07-23', '2025-07-23T16:30:00', 'soon', '2025-13-40T16:30:00.000Z'])('%s is no time', (text) => {
  expect(() => readAccepted(text, '2025-07-23')).toThrow('is no time')
})
