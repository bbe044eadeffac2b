// Polls the names of the markets at their cap; an empty list is the usual answer.
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { readList, readText } from '../../formats/json.ts'
import { unitOf } from '../../shapes/perp-market.ts'
import { askHyperliquid } from '../hyperliquid-perps/origin.ts'
import { hyperliquidCaps } from './topic.ts'

export default defineIngestor<ValueOf<typeof hyperliquidCaps>, unknown>({
  source: 'hyperliquid-caps',
  topic: hyperliquidCaps,
  schedule: '2-59/5 * * * *',
  grade: 'B',
  proof: 'documented',
  apart: 1,
  nothingIsNews: true,
  fetch: (context) => askHyperliquid(context, { type: 'perpsAtOpenInterestCap' }),
  parse(raw, at) {
    const names = readList(raw, 'perpsAtOpenInterestCap').map((name) => readText(name, 'a name'))
    // Markets of other builders are named "dex:COIN" and are none of ours.
    const coins = names.flatMap((name) => unitOf(name)?.coin ?? [])
    return [{ at: at.toISOString(), coins: [...new Set(coins)].sort() }]
  },
})
