// The cascade on the real contracts: each round sets the prices, sends every liquidation into one block, and adds up its events.
import type { Hex } from 'viem'
import type { Borrower } from '../../../devnet/lending/borrowers.ts'
import { eventsOf, type Receipt } from '../../../devnet/lending/chain.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { type LiquidationToSend, liquidationOf } from '../../../devnet/lending/liquidator.ts'
import { setPrices } from '../../../devnet/lending/prices.ts'
import { createPrices, updatePrices } from '../../../processors/services/cascade/engine/prices.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'

export type ChainRound = { liquidations: number; repaidUsd: number }
export type ChainCascade = {
  rounds: ChainRound[]
  badDebtUsd: number
  sold: number[]
  oracleMultiplier: number[]
}

const mostRounds = 60

export async function cascadeOnChain(
  lending: Lending,
  borrowers: readonly Borrower[],
  state: MarketState,
  shock: Float64Array,
): Promise<ChainCascade> {
  const { chain } = lending
  const prices = createPrices(state, 1)
  const result: ChainCascade = { rounds: [], badDebtUsd: 0, sold: [], oracleMultiplier: [] }
  while (result.rounds.length < mostRounds) {
    updatePrices(prices, state, shock)
    const pricesUsd = Object.fromEntries(state.tokens.map((t, i) => [t.symbol, t.priceUsd * prices.oracle[i]!]))
    await setPrices(chain, lending.tokens, lending.morpho, pricesUsd, lending.owner)
    const timestamp = (await chain.timestamp()) + 1n
    const calls = (await Promise.all(borrowers.map((b) => liquidationOf(lending, b, timestamp)))).filter((c) => c !== null)
    if (calls.length === 0) break
    const receipts = await inOneBlock(lending, calls, timestamp)
    const round = { liquidations: calls.length, repaidUsd: 0 }
    calls.forEach((call, i) => {
      if (call.borrower.protocol === 'aave-v3') addAave(receipts[i]!, round)
      else addMorpho(call.borrower.market, receipts[i]!, round)
    })
    result.rounds.push(round)

    function addAave(receipt: Receipt, to: ChainRound): void {
      const { pool } = lending.aave
      for (const e of eventsOf<LiquidationEvent>(pool, receipt, 'LiquidationCall')) {
        const [k, d] = [tokenAt(e.collateralAsset), tokenAt(e.debtAsset)]
        prices.sold[k]! += units(k, e.liquidatedCollateralAmount)
        to.repaidUsd += units(d, e.debtToCover) * pricesUsd[state.tokens[d]!.symbol]!
      }
      for (const e of eventsOf<{ debtAsset: string; amountCreated: bigint }>(pool, receipt, 'DeficitCreated')) {
        const d = tokenAt(e.debtAsset)
        result.badDebtUsd += units(d, e.amountCreated) * pricesUsd[state.tokens[d]!.symbol]!
      }
    }

    function addMorpho(at: number, receipt: Receipt, to: ChainRound): void {
      const market = lending.morpho.markets[at]!
      const [k, d] = [tokenAt(market.params.collateralToken), tokenAt(market.params.loanToken)]
      for (const e of eventsOf<{ seizedAssets: bigint; repaidAssets: bigint; badDebtAssets: bigint }>(
        lending.morpho.morpho,
        receipt,
        'Liquidate',
      )) {
        prices.sold[k]! += units(k, e.seizedAssets)
        to.repaidUsd += units(d, e.repaidAssets) * pricesUsd[state.tokens[d]!.symbol]!
        result.badDebtUsd += units(d, e.badDebtAssets) * pricesUsd[state.tokens[d]!.symbol]!
      }
    }
  }
  updatePrices(prices, state, shock)
  return { ...result, sold: Array.from(prices.sold), oracleMultiplier: Array.from(prices.oracle).slice(0, -1) }

  function tokenAt(address: string): number {
    return lending.tokens.findIndex((t) => t.contract.address.toLowerCase() === address.toLowerCase())
  }

  function units(token: number, amount: bigint): number {
    return Number(amount) / Number(lending.tokens[token]!.unit)
  }
}

type LiquidationEvent = {
  collateralAsset: string
  debtAsset: string
  debtToCover: bigint
  liquidatedCollateralAmount: bigint
}

async function inOneBlock(lending: Lending, calls: readonly LiquidationToSend[], timestamp: bigint): Promise<Receipt[]> {
  const { chain, liquidator } = lending
  await chain.request('evm_setAutomine', false)
  try {
    const hashes: Hex[] = []
    for (const call of calls) hashes.push(await chain.submit(call.contract, call.name, call.args, liquidator))
    await chain.request('evm_setNextBlockTimestamp', Number(timestamp))
    await chain.request('evm_mine')
    const receipts = await Promise.all(hashes.map((hash) => chain.receipt(hash)))
    const refused = receipts.findIndex((r) => r.status !== '0x1')
    if (refused >= 0) throw new Error(`the chain refused a liquidation of ${calls[refused]!.borrower.account}`)
    return receipts
  } finally {
    await chain.request('evm_setAutomine', true)
  }
}
