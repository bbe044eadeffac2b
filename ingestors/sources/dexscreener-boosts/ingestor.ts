// Polls the tokens with the largest paid boosts.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { boosts } from './topic.ts'

export default defineIngestor<ValueOf<typeof boosts>, unknown>({
  source: 'dexscreener-boosts',
  topic: boosts,
  schedule: '*/5 * * * *',
  grade: 'C',
  fetch: ({ http, signal }) => http.json('https://api.dexscreener.com/token-boosts/top/v1', { signal }),
  parse(raw, at) {
    if (!Array.isArray(raw)) throw new TollgateError('upstream_changed', 'the boosts are not a list')
    const tokens = (raw as { chainId: string; tokenAddress: string; totalAmount?: number; amount?: number }[]).map((row) => ({
      chain: String(row.chainId),
      token: String(row.tokenAddress),
      amount: row.totalAmount ?? row.amount ?? 0,
    }))
    return [{ at: at.toISOString(), tokens }]
  },
})
