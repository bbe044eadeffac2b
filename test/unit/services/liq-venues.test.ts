// Liquidations as their venues tell them: whole minutes in every bin, prices that are fills, and how sure one venue's verdict is.
import { expect, test } from 'vitest'
import liq from '../../../processors/services/liq/service.ts'
import { computeLiq } from '../../../processors/services/liq/tell.ts'
import { hour, inputs, minute, month, now } from '../../support/liquidation-minutes.ts'

test('a bin of four hours has three whole minutes like every other, from a full minute on', () => {
  const told = computeLiq(inputs(Array.from({ length: 240 }, (_, back) => minute(back, 1_000, 0))), now)
  for (const [key, bins, each] of [
    ['1h', 60, 1],
    ['4h', 80, 3],
  ] as const) {
    const row = told.find((one) => one.route === 'liquidations' && one.key === key) as any
    expect(row.bins.map(({ count }: { count: number }) => count)).toEqual(Array.from({ length: bins }, () => each))
    expect(row.bins.every(({ from }: { from: Date }) => from.getTime() % 60_000 === 0)).toBe(true)
  }
})

test('bankruptcy prices of a long and a short are no move of the market; fills are', () => {
  const priced = (venue: string) => {
    const [first, last] = [minute(9, 1_000, 0, 60_000, venue), minute(1, 1_000, 0, 60_000, venue)]
    const move = [first, last].map((one, i) => ({
      ...one,
      events: one.events.map((event) => ({ ...event, price_usd: 98 + 4 * i })),
    }))
    return hour(computeLiq(inputs(move), now), 'liquidations').by_coin[0].price_move_pct
  }
  expect([priced('bybit'), priced('okx')]).toEqual([null, null])
  expect(priced('dydx')).toBeCloseTo(100 * (102 / 98 - 1), 9)
})

test('the verdict on one venue is as sure as that venue was heard, and less where its feed tells a part', () => {
  const heard = (venue: string, length: number) => Array.from({ length }, (_, back) => minute(back, 3_000, 1_000, 60_000, venue))
  const told = computeLiq(inputs([...heard('bybit', 60), ...heard('okx', 60), ...heard('dydx', 15)], { bins: month }), now)
  for (const path of ['/liquidations', '/signal']) {
    const route = liq.routes.find((one) => one.path === path)!
    const row = hour(told, path.slice(1))
    const of = (venue: string): number =>
      (route.shape!({ signal: { confidence: row.mix.confidence }, ...row }, route.read!({ venue } as never, now)) as any).signal
        .confidence
    const ranked = path === '/signal' ? row.components.intensity_z : row.totals.intensity_z
    const whole = ranked === null ? 0.54 : 0.9
    expect(of('bybit')).toBeCloseTo(whole, 2)
    expect(of('okx')).toBeCloseTo((whole * 2) / 3, 2)
    expect(of('dydx')).toBeCloseTo(whole / 2, 2)
  }
})
