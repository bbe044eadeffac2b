// One turn of the demo market: those who stood below one are liquidated, borrowers come back, and the prices take their next step.
import { poolDeviation } from '../exchange/deviation.ts'
import type { PriceWalk } from '../lending/price-walk.ts'
import type { DemoMarket } from './build.ts'
import { liquidateBook } from './liquidate.ts'
import { movePrices } from './move-prices.ts'
import { chooseReturning, revisit } from './revisit.ts'
import { scanBook } from './scan.ts'

export type Turn = { readonly liquidations: number; readonly belowOne: number; readonly refused: number }

// Half of what a sale moved on the exchange stays moved: what is seized and sold presses the price, as in a cascade.
const lastingShare = 0.5

/** Prices move last, so that who falls below one is seen there for a turn before the liquidator comes. */
export async function takeTurn(market: DemoMarket, walk: PriceWalk, random: () => number): Promise<Turn> {
  const asked = walk.now()
  const standings = await scanBook(market, walk.now())
  const belowOne = standings.filter(({ health }) => health < 1).length
  const { count, seized } = await liquidateBook(market, standings)
  for (const { symbol } of seized.keys()) {
    const deviation = await poolDeviation(market.lending.chain, market.exchange, symbol, walk.now())
    walk.press(symbol, lastingShare * Math.min(0, deviation))
  }
  let refused = 0
  for (const standing of chooseReturning(market, standings, walk.now(), random)) {
    // The pool may have too little to lend just now.
    await revisit(market, standing, walk.now(), random).catch((error: Error) => {
      if (!/revert/.test(error.message)) throw error
      refused++
    })
  }
  await movePrices(market, asked, walk.next())
  return { liquidations: count, belowOne, refused }
}
