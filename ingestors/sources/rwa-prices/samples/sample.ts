// Written by us: two gold tokens half a percent apart, funds that grow, one at a dollar.
import { dayNumber, level } from '../../../samples/walk.ts'
import { tokenPriceSample } from '../../../shapes/token-prices.ts'
import { rwaNames } from '../ingestor.ts'

const usd: Record<string, number> = { BUIDL: 1, OUSG: 114.2, USDY: 1.11, USTB: 10.9, USYC: 1.11, TBILL: 1.14 }

export default tokenPriceSample(rwaNames, (symbol, now) => {
  const gold = level('rwa/gold', dayNumber(now), 4_100, 300)
  return symbol === 'PAXG' ? gold * 1.002 : symbol === 'XAUT' ? gold * 0.998 : usd[symbol]!
})
