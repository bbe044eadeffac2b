// Written by us in the shape of /pools: nulls where a pool pays no reward, an outlier, a pool too small and one too young.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const rows = [
  ['aave-v3', 'Ethereum', 'USDC', 3.1e9, 4.2, null, true, 'no', 'single', 1_100, false],
  ['aave-v3', 'Base', 'USDC', 0.42e9, 4.9, null, true, 'no', 'single', 700, false],
  ['morpho-v1', 'Base', 'USDC', 0.9e9, 5.6, 0.8, true, 'no', 'single', 400, false],
  ['sky-lending', 'Ethereum', 'SUSDS', 2.2e9, 4.5, null, true, 'no', 'single', 500, false],
  ['lido', 'Ethereum', 'STETH', 24e9, 2.6, null, false, 'no', 'single', 1_400, false],
  ['ether.fi-stake', 'Ethereum', 'WEETH', 6.1e9, 2.9, null, false, 'no', 'single', 900, false],
  ['rocket-pool', 'Ethereum', 'RETH', 1.7e9, 2.3, null, false, 'no', 'single', 1_300, false],
  ['blackrock-buidl', 'Ethereum', 'BUIDL', 2.1e9, 4.1, null, true, 'no', 'single', 420, false],
  ['aerodrome-slipstream', 'Base', 'WETH-USDC', 38e6, 11, 24, false, 'yes', 'multi', 420, false],
  ['sample-farm', 'BSC', 'CAKE-BNB', 4e6, 2, 160, false, 'yes', 'multi', 25, false],
  ['sample-trap', 'Ethereum', 'USDX', 2e6, 900, null, true, 'no', 'single', 12, true],
  ['sample-dust', 'Ethereum', 'DUST', 9e3, 50, null, false, 'no', 'single', 300, false],
] as const

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'yields.llama.fi') return null
    const data = rows.map(([project, chain, symbol, tvlUsd, base, reward, stablecoin, ilRisk, exposure, count, outlier], i) => {
      const apyBase = Math.max(0.1, base * (1 + level(`apy/${i}`, dayNumber(now), 0, 0.2)))
      return {
        chain,
        project,
        symbol,
        tvlUsd,
        apyBase,
        apyReward: reward,
        apy: apyBase + (reward ?? 0),
        rewardTokens: null,
        pool: `00000000-0000-4000-8000-00000000000${i}`,
        apyPct1D: 0,
        stablecoin,
        ilRisk,
        exposure,
        predictions: { predictedClass: 'Stable/Up', predictedProbability: 76, binnedConfidence: 3 },
        poolMeta: null,
        mu: base,
        sigma: base / 40,
        count,
        outlier,
        underlyingTokens: null,
        apyMean30d: base,
      }
    })
    return { type: 'application/json', body: JSON.stringify({ status: 'success', data }) }
  },
})
