// Writes down the open interest of every market worth a million dollars, once an hour.
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { readContexts } from '../hyperliquid-perps/contexts.ts'
import { askHyperliquid } from '../hyperliquid-perps/origin.ts'
import { hyperliquidOi } from './topic.ts'

const leastUsd = 1e6

export default defineIngestor<ValueOf<typeof hyperliquidOi>, unknown>({
  source: 'hyperliquid-oi',
  topic: hyperliquidOi,
  schedule: '0 * * * *',
  grade: 'B',
  proof: 'captured 2026-05',
  fetch: (context) => askHyperliquid(context, { type: 'metaAndAssetCtxs' }),
  parse(raw, at, setAside) {
    const markets = readContexts(raw, at, setAside).flatMap(({ coin, oi_coins, oi_usd, mark_usd }) =>
      oi_coins !== null && mark_usd !== null && (oi_usd ?? 0) >= leastUsd ? [{ coin, oi_coins, price_usd: mark_usd }] : [],
    )
    return [{ at: at.toISOString(), markets }]
  },
})
