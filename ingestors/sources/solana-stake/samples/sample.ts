// Written by us in the shapes of three Solana methods: stake in lamports, a validator that keeps all, two that fell behind.
import { defineSample } from '../../../define.ts'

const account = (i: number, activatedStake: number, commission: number) => ({
  activatedStake,
  commission,
  epochCredits: [[900, 500_000_000 + i, 493_000_000 + i]],
  epochVoteAccount: true,
  lastVote: 390_000_000,
  nodePubkey: `node${i}`,
  rootSlot: 389_999_968,
  votePubkey: `vote${i}`,
})

const results: Record<string, unknown> = {
  getInflationRate: { epoch: 900, foundation: 0, total: 0.0412, validator: 0.0412 },
  getSupply: {
    context: { apiVersion: '2.3.6', slot: 390_000_000 },
    value: { circulating: 545_000_000e9, nonCirculating: 65_000_000e9, nonCirculatingAccounts: [], total: 610_000_000e9 },
  },
  getVoteAccounts: {
    current: Array.from({ length: 41 }, (_, i) => account(i, 10_000_000e9, i === 0 ? 100 : i % 3 === 0 ? 0 : 5)),
    delinquent: [account(41, 800_000e9, 5), account(42, 300_000e9, 10)],
  },
}

export default defineSample({
  answer(url) {
    if (url.hostname !== 'api.mainnet-beta.solana.com') return null
    const result = results[url.searchParams.get('method') ?? '']
    const answer = result === undefined ? { error: { code: -32_601, message: 'Method not found' } } : { result }
    return { type: 'application/json', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }) }
  },
})
