// Polls the tokens with the largest paid boosts.
import { readNumber, readRows, readText } from '../../formats/json.ts'
import { snapshotSource } from '../../shapes/tables.ts'
import { boosts } from './topic.ts'

export default snapshotSource({
  source: 'dexscreener-boosts',
  topic: boosts,
  schedule: '*/5 * * * *',
  grade: 'C',
  proof: 'captured 2026-02',
  url: 'https://api.dexscreener.com/token-boosts/top/v1',
  rows: (answer) => readRows(answer, 'the boosts'),
  row: (row) => ({
    chain: readText(row.chainId, 'chainId'),
    token: readText(row.tokenAddress, 'tokenAddress'),
    amount: readNumber(row.totalAmount, 'totalAmount'),
  }),
  value: (tokens, at) => ({ at: at.toISOString(), tokens: [...tokens] }),
})
