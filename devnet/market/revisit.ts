// Borrowers come back: whoever lost collateral brings new, whoever may owe more borrows more, whoever is close to one repays a little.
import type { PricesUsd } from '../lending/prices.ts'
import { sendBatch } from './batch.ts'
import type { DemoMarket } from './build.ts'
import { borrowableShare, borrowCalls, drawnAmounts, repayCalls, sendAs, supplyCalls } from './positions.ts'
import type { Standing } from './scan.ts'

const returnsEachTurn = 2
const returnChance = 0.3
const hollowShare = 0.5
const passerByChance = 0.3
const worthBorrowingUsd = 20
// A loan a little larger is not worth a transaction.
const worthBorrowingShare = 0.03
const cautiousBelow = 1.06
const cautiousChance = 0.5
const repaidShare = 0.15

/** Who acts this turn: some of those whose position is mostly gone, and now and then anybody. */
export function chooseReturning(
  { lending }: DemoMarket,
  standings: readonly Standing[],
  pricesUsd: PricesUsd,
  random: () => number,
) {
  const hollow = standings.filter(
    (s) => s.health >= 1 && s.collateralUsd < hollowShare * wantedUsd(drawnAmounts(lending, s.borrower).collateral, pricesUsd),
  )
  const returning = hollow.filter(() => random() < returnChance).slice(0, returnsEachTurn)
  const anyone = random() < passerByChance ? [standings[Math.floor(random() * standings.length)]!] : []
  return [...new Set([...returning, ...anyone])].filter(({ health }) => health >= 1)
}

export async function revisit(
  { lending }: DemoMarket,
  standing: Standing,
  pricesUsd: PricesUsd,
  random: () => number,
): Promise<void> {
  const { borrower, collateralUsd, debtUsd, health } = standing
  const drawn = drawnAmounts(lending, borrower)
  if (health < cautiousBelow) {
    if (random() >= cautiousChance) return
    const repaid = split(drawn.debt, debtUsd * repaidShare, pricesUsd)
    await sendBatch(lending.chain, repayCalls(lending, borrower, repaid), lending.owner)
    return
  }
  const wanted = wantedUsd(drawn.collateral, pricesUsd)
  const missing = Math.max(0, 1 - collateralUsd / wanted)
  if (missing > 1 - hollowShare) await sendBatch(lending.chain, supplyCalls(lending, borrower, missing), lending.owner)
  const heldUsd = missing > 1 - hollowShare ? wanted : collateralUsd
  const appetite = 0.6 + 0.37 * random()
  const moreUsd = heldUsd * borrowableShare(lending, borrower, pricesUsd) * appetite - debtUsd
  if (moreUsd > Math.max(worthBorrowingUsd, worthBorrowingShare * debtUsd)) {
    await sendAs(lending, borrower.account, borrowCalls(lending, borrower, split(drawn.debt, moreUsd, pricesUsd)))
  }
}

function wantedUsd(amounts: Readonly<Record<string, number>>, pricesUsd: PricesUsd): number {
  return Object.entries(amounts).reduce((sum, [symbol, amount]) => sum + amount * pricesUsd[symbol]!, 0)
}

// So many dollars over the tokens in the proportion in which they were drawn.
function split(amounts: Readonly<Record<string, number>>, usd: number, pricesUsd: PricesUsd): Record<string, number> {
  const share = usd / wantedUsd(amounts, pricesUsd)
  return Object.fromEntries(Object.entries(amounts).map(([symbol, amount]) => [symbol, amount * share]))
}
