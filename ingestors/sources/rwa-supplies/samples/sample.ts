// Written by us as a node answers eth_call of a token: its supply in its smallest units, then its digits.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'
import { wordsSample } from '../../../shapes/json-rpc.ts'

/** In the order of the contracts. */
const tokens = {
  BUIDL: [6, 2.1e9],
  OUSG: [18, 6.2e6],
  USDY: [18, 6.4e8],
  USTB: [6, 7e7],
  USYC: [6, 9e8],
  TBILL: [6, 2.4e8],
  PAXG: [18, 3.4e5],
  XAUT: [6, 3.7e5],
} as const

export default defineSample({
  answer(url, now) {
    if (url.href !== 'https://ethereum-rpc.publicnode.com/?about=rwa-supplies') return null
    const words = Object.entries(tokens).flatMap(([symbol, [digits, supply]]) => {
      const whole = Math.round(supply * (1 + level(`rwa/${symbol}`, dayNumber(now), 0, 0.05)))
      return [BigInt(whole) * 10n ** BigInt(digits), BigInt(digits)]
    })
    return { type: 'application/json', body: wordsSample(words) }
  },
})
