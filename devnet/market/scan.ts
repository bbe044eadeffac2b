// How every borrower stands at the latest block, read in one call.
import { TollgateError } from '../../base/errors.ts'
import type { Borrower } from '../lending/borrowers.ts'
import type { Chain } from '../lending/chain.ts'
import type { PricesUsd } from '../lending/prices.ts'
import { type Call, readBatch } from './batch.ts'
import type { DemoMarket } from './build.ts'

export type Standing = {
  readonly borrower: Borrower
  readonly collateralUsd: number
  readonly debtUsd: number
  /** Below one: anybody may liquidate. */
  readonly health: number
}

const usdUnit = 1e8
const wad = 1e18
const mostTries = 5

export async function scanBook({ lending, borrowers }: DemoMarket, pricesUsd: PricesUsd): Promise<Standing[]> {
  const { aave, morpho, chain } = lending
  const markets = morpho.markets.map((market): Call => ({ contract: morpho.morpho, name: 'market', args: [market.id] }))
  const accounts = borrowers.map(
    (borrower): Call =>
      borrower.protocol === 'aave-v3'
        ? { contract: aave.pool, name: 'getUserAccountData', args: [borrower.account] }
        : { contract: morpho.morpho, name: 'position', args: [morpho.markets[borrower.market]!.id, borrower.account] },
  )
  const answers = (await readWhole(chain, [...markets, ...accounts])) as (readonly bigint[])[]
  return borrowers.map((borrower, i) => {
    const answer = answers[markets.length + i]!
    return borrower.protocol === 'aave-v3' ? ofAave(borrower, answer) : ofMorpho(borrower, answer, answers[borrower.market]!)
  })

  function ofMorpho(borrower: Borrower & { protocol: 'morpho-blue' }, position: readonly bigint[], totals: readonly bigint[]) {
    const { collateral, loan, lltv } = morpho.markets[borrower.market]!
    const owed = Number(position[1]!) * (Number(totals[2]! + 1n) / Number(totals[3]! + 1_000_000n))
    const debtUsd = (owed / Number(loan.unit)) * pricesUsd[loan.symbol]!
    const collateralUsd = (Number(position[2]!) / Number(collateral.unit)) * pricesUsd[collateral.symbol]!
    return { borrower, collateralUsd, debtUsd, health: debtUsd === 0 ? Infinity : (collateralUsd * Number(lltv)) / wad / debtUsd }
  }
}

// A read that meets a block being mined sees its state with the time of the one before, in which no interest can be counted.
async function readWhole(chain: Chain, calls: readonly Call[]): Promise<unknown[]> {
  for (let tries = 0; tries < mostTries; tries++) {
    const answers = await readBatch(chain, calls)
    if (!answers.includes(null)) return answers
  }
  throw new TollgateError('chain_unavailable', 'The demo chain refuses to say how its borrowers stand.')
}

function ofAave(borrower: Borrower, [collateral, debt, , , , health]: readonly bigint[]): Standing {
  const debtUsd = Number(debt) / usdUnit
  return {
    borrower,
    collateralUsd: Number(collateral) / usdUnit,
    debtUsd,
    health: debtUsd === 0 ? Infinity : Number(health) / wad,
  }
}
