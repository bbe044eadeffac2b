// The cascade on the real contracts: each round sets the prices, sends every liquidation into one block, and adds up its events.
import { type Hex, maxUint256 } from 'viem'
import type { Borrower } from '../../../devnet/lending/borrowers.ts'
import { type Contract, eventsOf, type Receipt } from '../../../devnet/lending/chain.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { setPrices } from '../../../devnet/lending/prices.ts'
import { createPrices, updatePrices } from '../../../processors/services/cascade/engine/prices.ts'
import { accountOf, liquidatableBelow } from '../../../processors/services/cascade/exact/aave-account.ts'
import { chooseLegs } from '../../../processors/services/cascade/exact/aave-choice.ts'
import { repayableWithoutDust } from '../../../processors/services/cascade/exact/aave-liquidation.ts'
import { aaveRules } from '../../../processors/services/cascade/exact/aave-rules.ts'
import { chooseAmount } from '../../../processors/services/cascade/exact/morpho-liquidation.ts'
import { isHealthy } from '../../../processors/services/cascade/exact/morpho-market.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import { readAaveLegs, readMorpho } from './chain-state.ts'
import { poolRevision } from './float-book.ts'

export type ChainRound = { liquidations: number; repaidUsd: number }
export type ChainCascade = {
  rounds: ChainRound[]
  badDebtUsd: number
  sold: number[]
  oracleMultiplier: number[]
}

type Call = { contract: Contract; name: string; args: readonly unknown[]; borrower: Borrower }
const rules = aaveRules(poolRevision)
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
    const calls = (await Promise.all(borrowers.map((b) => callFor(lending, b, timestamp)))).filter((c) => c !== null)
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

async function callFor(lending: Lending, borrower: Borrower, timestamp: bigint): Promise<Call | null> {
  if (borrower.protocol === 'morpho-blue') {
    const market = lending.morpho.markets[borrower.market]!
    const view = await readMorpho(lending, market, borrower.account, timestamp)
    if (isHealthy(view.market, view.position, view.price, market.lltv)) return null
    const amount = chooseAmount(view.market, view.position, view.price, market.lltv)
    const [seized, shares] = 'seizedAssets' in amount ? [amount.seizedAssets, 0n] : [0n, amount.repaidShares]
    const args = [market.params, borrower.account, seized, shares, '0x']
    return { contract: lending.morpho.morpho, name: 'liquidate', args, borrower }
  }
  const legs = await readAaveLegs(lending, borrower.account, timestamp)
  if (accountOf(legs, rules).health >= liquidatableBelow) return null
  const chosen = chooseLegs(legs, rules)
  if (!chosen) return null
  const most = repayableWithoutDust(legs, chosen.collateral, chosen.debt, rules)
  // What is owed grows until the block is mined: "all of it" is said as the largest number.
  const cover = most === repayableAll(legs, chosen.debt.reserve) ? maxUint256 : most
  const [collateral, debt] = [chosen.collateral.reserve, chosen.debt.reserve].map(
    (symbol) => lending.tokens.find((t) => t.symbol === symbol)!.contract.address,
  )
  return {
    contract: lending.aave.pool,
    name: 'liquidationCall',
    args: [collateral, debt, borrower.account, cover, false],
    borrower,
  }
}

function repayableAll(legs: Awaited<ReturnType<typeof readAaveLegs>>, reserve: string): bigint {
  const leg = legs.find((l) => l.reserve === reserve)!
  return (leg.scaledDebt * leg.debtIndex + 10n ** 27n - 1n) / 10n ** 27n
}

async function inOneBlock(lending: Lending, calls: readonly Call[], timestamp: bigint): Promise<Receipt[]> {
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
