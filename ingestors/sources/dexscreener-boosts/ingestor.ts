// Polls the tokens with the largest paid boosts.
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber, readRows, readText } from '../../json.ts'
import { boosts } from './topic.ts'

export default defineIngestor<ValueOf<typeof boosts>, unknown>({
  source: 'dexscreener-boosts',
  topic: boosts,
  schedule: '*/5 * * * *',
  grade: 'C',
  fetch: ({ http, signal }) => http.json('https://api.dexscreener.com/token-boosts/top/v1', { signal }),
  parse(raw, at) {
    const tokens = readRows(raw, 'the boosts').map((row) => ({
      chain: readText(row.chainId, 'chainId'),
      token: readText(row.tokenAddress, 'tokenAddress'),
      amount: readNumber(row.totalAmount, 'totalAmount'),
    }))
    return [{ at: at.toISOString(), tokens }]
  },
})
