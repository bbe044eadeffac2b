// The cascade on the real contracts: each round sets the prices, sends every liquidation into one block, and adds up its events.
import type { Address, Hex } from 'viem'
import type { Borrower } from '../../../devnet/lending/borrowers.ts'
import { eventsOf } from '../../../devnet/lending/call-data.ts'
import type { Receipt } from '../../../devnet/lending/chain.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { type LiquidationToSend, liquidationOf } from '../../../devnet/lending/liquidator.ts'
import { setPrices } from '../../../devnet/lending/prices.ts'
import { readAaveLegs } from '../../../devnet/lending/read-accounts.ts'
import { createPrices, drawMarkets, updatePrices } from '../../../processors/services/cascade/engine/prices.ts'
import { debtOf } from '../../../processors/services/cascade/exact/aave-account.ts'
import { aaveRules, isOlder } from '../../../processors/services/cascade/exact/aave-rules.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'

export type ChainRound = { liquidations: number; repaidUsd: number }
export type ChainCascade = {
  rounds: ChainRound[]
  badDebtUsd: number
  sold: number[]
  oracleMultiplier: number[]
}
/** What one block of liquidations came to; sold: what liquidators got, in whole tokens. */
export type ChainSweep = ChainRound & { readonly sold: number[]; seizedUsd: number; badDebtUsd: number }

const mostRounds = 60

export async function cascadeOnChain(
  lending: Lending,
  borrowers: readonly Borrower[],
  state: MarketState,
  shock: Float64Array,
): Promise<ChainCascade> {
  const prices = createPrices(state, 1)
  drawMarkets(prices, state, shock)
  const result: ChainCascade = { rounds: [], badDebtUsd: 0, sold: [], oracleMultiplier: [] }
  while (result.rounds.length < mostRounds) {
    updatePrices(prices, state, shock)
    const pricesUsd = Object.fromEntries(state.tokens.map((t, i) => [t.symbol, t.priceUsd * prices.oracle[i]!]))
    const swept = await sweepAt(lending, borrowers, pricesUsd)
    if (swept === null) break
    result.rounds.push({ liquidations: swept.liquidations, repaidUsd: swept.repaidUsd })
    result.badDebtUsd += swept.badDebtUsd
    for (const [t, amount] of swept.sold.entries()) prices.sold[t]! += amount
  }
  updatePrices(prices, state, shock)
  return { ...result, sold: Array.from(prices.sold), oracleMultiplier: Array.from(prices.oracle).slice(0, -1) }
}

/** Sets these prices and sends every liquidation there is at them into one block; null where there is none. */
export async function sweepAt(
  lending: Lending,
  borrowers: readonly Borrower[],
  pricesUsd: Readonly<Record<string, number>>,
): Promise<ChainSweep | null> {
  const { chain, tokens } = lending
  await setPrices(chain, tokens, lending.morpho, pricesUsd, lending.owner)
  const timestamp = (await chain.timestamp()) + 1n
  const calls = (await Promise.all(borrowers.map((b) => liquidationOf(lending, b, timestamp)))).filter((c) => c !== null)
  if (calls.length === 0) return null
  const receipts = await inOneBlock(lending, calls, timestamp)
  const swept: ChainSweep = { liquidations: calls.length, repaidUsd: 0, seizedUsd: 0, badDebtUsd: 0, sold: tokens.map(() => 0) }
  calls.forEach((call, i) => {
    if (call.borrower.protocol === 'aave-v3') addAave(receipts[i]!)
    else addMorpho(call.borrower.market, receipts[i]!)
  })
  // An older pool writes nothing off: what a call leaves without collateral stays owed.
  if (isOlder(lending.aave.revision))
    for (const { borrower } of calls) if (borrower.protocol === 'aave-v3') await addUnbacked(borrower.account)
  return swept

  function addAave(receipt: Receipt): void {
    const { pool } = lending.aave
    for (const e of eventsOf<LiquidationEvent>(pool, receipt, 'LiquidationCall')) {
      addSold(tokenAt(e.collateralAsset), e.liquidatedCollateralAmount)
      swept.repaidUsd += usdOf(tokenAt(e.debtAsset), e.debtToCover)
    }
    for (const e of eventsOf<{ debtAsset: string; amountCreated: bigint }>(pool, receipt, 'DeficitCreated'))
      swept.badDebtUsd += usdOf(tokenAt(e.debtAsset), e.amountCreated)
  }

  function addMorpho(at: number, receipt: Receipt): void {
    const { params } = lending.morpho.markets[at]!
    const d = tokenAt(params.loanToken)
    for (const e of eventsOf<{ seizedAssets: bigint; repaidAssets: bigint; badDebtAssets: bigint }>(
      lending.morpho.morpho,
      receipt,
      'Liquidate',
    )) {
      addSold(tokenAt(params.collateralToken), e.seizedAssets)
      swept.repaidUsd += usdOf(d, e.repaidAssets)
      swept.badDebtUsd += usdOf(d, e.badDebtAssets)
    }
  }

  async function addUnbacked(account: Address): Promise<void> {
    const legs = await readAaveLegs(lending, account, timestamp)
    if (legs.some((leg) => leg.usedAsCollateral && leg.scaledBalance > 0n)) return
    for (const leg of legs) {
      const token = tokens.findIndex(({ symbol }) => symbol === leg.reserve)
      swept.badDebtUsd += usdOf(token, debtOf(leg, aaveRules(lending.aave.revision)))
    }
  }

  function addSold(token: number, amount: bigint): void {
    swept.sold[token]! += units(token, amount)
    swept.seizedUsd += usdOf(token, amount)
  }

  function tokenAt(address: string): number {
    return tokens.findIndex((t) => t.contract.address.toLowerCase() === address.toLowerCase())
  }

  function units(token: number, amount: bigint): number {
    return Number(amount) / Number(tokens[token]!.unit)
  }

  function usdOf(token: number, amount: bigint): number {
    return units(token, amount) * pricesUsd[tokens[token]!.symbol]!
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
