// Written by us in the shape of /overview/dexs/{chain}: totals at the top, exchanges below, no chart because none was asked for.
import { level } from '../../../samples/walk.ts'

const exchanges = ['Sample Swap', 'Other Exchange', 'Third Book'] as const
const shares = [0.6, 0.3, 0.1] as const

/** null: the upstream knows no exchange on this chain. */
export function sampleOverview(chain: string, tvl: number, now: Date) {
  if (chain === 'Bitcoin') return null
  const total24h = Math.round(tvl * (0.06 + level(`dexs/${chain}`, now.getTime() / 86_400_000, 0, 0.04)))
  const figures = (share: number) => ({
    total24h: total24h * share,
    total48hto24h: null,
    total7d: total24h * share * 6.4,
    total30d: total24h * share * 28,
    change_1d: 4.12,
    change_7d: -2.5,
    change_1m: null,
  })
  return {
    totalDataChart: [],
    totalDataChartBreakdown: [],
    breakdown24h: null,
    chain,
    allChains: ['Ethereum', 'Solana', 'Base'],
    ...figures(1),
    protocols: exchanges.map((name, i) => ({
      ...figures(shares[i]!),
      defillamaId: String(900 + i),
      name,
      displayName: name,
      module: name.toLowerCase().replace(' ', '-'),
      slug: name.toLowerCase().replace(' ', '-'),
      category: 'Dexs',
      chains: [chain],
      protocolType: 'protocol',
      methodologyURL: null,
    })),
  }
}
