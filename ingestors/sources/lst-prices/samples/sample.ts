// Written by us: staked coins a little above and below what they redeem for.
import { dayNumber, level } from '../../../samples/walk.ts'
import { tokenPriceSample } from '../../../shapes/token-prices.ts'
import { stakedTokens } from '../topic.ts'

const ratios: Record<string, number> = { stETH: 0.9994, rETH: 1.142, cbETH: 1.104, weETH: 1.079, JitoSOL: 1.243, mSOL: 1.33 }

export default tokenPriceSample(stakedTokens, (symbol, now) => {
  const isSol = symbol.endsWith('SOL')
  return level(isSol ? 'lst/SOL' : 'lst/ETH', dayNumber(now), isSol ? 160 : 3_400, isSol ? 50 : 900) * (ratios[symbol] ?? 1)
})
