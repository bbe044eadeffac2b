// Minutes of liquidations as tests want them: so much of longs and shorts each, a month before them, and the rows of an hour.
import type { Liquidation } from '../../ingestors/sources/liquidations/topic.ts'
import type { LiqInputs } from '../../processors/services/liq/signal.ts'
import type { computeLiq } from '../../processors/services/liq/tell.ts'

export const now = new Date('2026-11-18T11:59:00Z')
export const minute = (back: number, long: number, short: number, listened = 60_000, venue = 'bybit') => {
  const at = now.getTime() - back * 60_000
  const events: Liquidation[] = [
    {
      id: `l${back}`,
      at: new Date(at).toISOString(),
      coin: 'BTC',
      side: 'long' as const,
      coins: 1,
      price_usd: 100 - back,
      usd: long,
    },
    { id: `s${back}`, at: new Date(at).toISOString(), coin: 'ETH', side: 'short' as const, coins: 1, price_usd: 10, usd: short },
  ].filter(({ usd }) => usd > 0)
  return { venue, at, long_usd: long, short_usd: short, count: events.length, listened_ms: listened, events }
}
export const month = Array.from({ length: 30 * 288 }, (_, i) => ({
  venue: 'bybit',
  at: now.getTime() + 1 - 3_600_000 - (i + 1) * 300_000,
  long_usd: 1_000 * (1 + (Math.floor(i / 12) % 5)),
  short_usd: 0,
  count: 1,
  listened_ms: 300_000,
}))
export const inputs = (minutes: LiqInputs['minutes'], more: Partial<LiqInputs> = {}): LiqInputs => ({
  minutes,
  bins: [],
  largestByDay: [],
  gaps: [],
  ...more,
})
export const hour = (told: ReturnType<typeof computeLiq>, route: string) =>
  told.find((one) => one.key === '1h' && one.route === route) as any
