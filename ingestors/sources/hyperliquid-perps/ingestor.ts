// Polls every market's funding, open interest and prices in one question.
import { defineIngestor } from '../../define.ts'
import type { PerpSnapshot } from '../../shapes/perp-market.ts'
import { readContexts } from './contexts.ts'
import { askHyperliquid } from './origin.ts'
import { hyperliquidPerps } from './topic.ts'

export default defineIngestor<PerpSnapshot, unknown>({
  source: 'hyperliquid-perps',
  topic: hyperliquidPerps,
  schedule: '*/2 * * * *',
  grade: 'B',
  proof: 'captured 2026-05',
  fetch: (context) => askHyperliquid(context, { type: 'metaAndAssetCtxs' }),
  parse: (raw, at, setAside) => [{ venue: 'hyperliquid', at: at.toISOString(), markets: readContexts(raw, at, setAside) }],
})
