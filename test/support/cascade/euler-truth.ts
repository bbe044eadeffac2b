// What Euler's contracts say of every vault and account beside what the facts on a log come to by the published formulas.
import type { Address } from 'viem'
import { expect } from 'vitest'
import { tokenOf } from '../../../devnet/lending/borrowers.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { eulerPositions, eulerVaults } from '../../../ingestors/sources/euler-v2/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { arrange } from '../../../processors/services/cascade/book/arrange.ts'
import { createRun } from '../../../processors/services/cascade/engine/run.ts'
import { simulate } from '../../../processors/services/cascade/engine/simulate.ts'
import { accrueVault, owedAt, sharesToAssets, toAssetsUp } from '../../../processors/services/cascade/exact/euler-vault.ts'
import { buildIndex } from '../../../processors/services/cascade/index/build.ts'
import { createLiveChain } from '../../../processors/services/cascade/live-chain.ts'
import { type Fact, factsOn } from '../chains/facts.ts'
import type { Following } from '../chains/following.ts'
import { headOf } from '../chains/head.ts'
import { accountOf, type EulerBorrower, type LocalEuler } from './local-euler.ts'

export function eulerTruth(lending: Lending, local: LocalEuler, following: Following, chainId: number) {
  const { chain } = lending
  const vaultOf = (symbol: string) => local.vaults.get(symbol)!
  const ask = <T>(symbol: string, name: string, ...args: unknown[]) => chain.read<T>(vaultOf(symbol), name, args)
  const symbolAt = (address: string) => [...local.vaults].find(([, one]) => one.address.toLowerCase() === address)![0]
  const vaults = async () => [...(await factsOn(following.log, eulerVaults)).values()]
  const positions = async () => [...(await factsOn(following.log, eulerPositions)).values()]
  const takenBy = (lender: string) => local.lenders.find(({ symbol }) => symbol === lender)!.takes
  const complete = () => following.complete(() => headOf(chain))

  return {
    vaultOf,
    ask,
    symbolAt,
    vaults,
    positions,
    complete,
    async setPrices(pricesUsd: Readonly<Record<string, number>>): Promise<void> {
      for (const { symbol, priceUsd } of lending.tokens) await local.setPrice(symbol, pricesUsd[symbol] ?? priceUsd)
      await complete()
    },

    /** How many of these accounts owe anything. */
    async expectTruth(accounts: readonly EulerBorrower[]): Promise<number> {
      await complete()
      const [facts, owing, now] = [await vaults(), await positions(), await chain.timestamp()]
      const accrued = new Map(
        facts.map((fact) => [fact.vault as string, accrueVault(totalsOf(fact), ratesOf(fact), since(fact, now))]),
      )
      for (const [vault, own] of accrued) {
        const symbol = symbolAt(vault)
        // Compounded in two steps where the contract makes one: the last of 28 digits may differ, and no unit of any asset does.
        const apart = own.accumulator - (await ask<bigint>(symbol, 'interestAccumulator'))
        expect(apart * apart < 10_000n, `${symbol} ${apart}`).toBe(true)
        expect(toAssetsUp(own.borrowTotal), symbol).toBe(await ask<bigint>(symbol, 'totalBorrows'))
        // What is paid in new shares is reckoned from the reading on, where the contract reckons it from its last change on.
        const isFresh = facts.every((fact) => fact.vault !== vault || since(fact, now) === 0n)
        const expectNear = (mine: bigint, theirs: bigint) => {
          if (isFresh) expect(mine, symbol).toBe(theirs)
          else expect(Math.abs(Number(mine - theirs)), symbol).toBeLessThanOrEqual(1 + Number(theirs) / 1e9)
        }
        expectNear(own.shareTotal, await ask<bigint>(symbol, 'totalSupply'))
        for (const shares of [1n, 10n ** 6n, 123_456_789_012_345n])
          expectNear(sharesToAssets(own, shares), await ask<bigint>(symbol, 'convertToAssets', shares))
      }
      let count = 0
      for (const borrower of accounts) {
        const account = accountOf(borrower)
        const fact = owing.find((one) => one.account === account.toLowerCase())
        const debt = await ask<bigint>(borrower.lender, 'debtOf', account)
        expect(fact === undefined, account).toBe(debt === 0n)
        if (fact === undefined) continue
        count++
        expect(symbolAt(fact.vault)).toBe(borrower.lender)
        const owed = owedAt(BigInt(fact.owed), BigInt(fact.accumulator), accrued.get(fact.vault)!.accumulator)
        expect(toAssetsUp(owed)).toBe(debt)
        for (const { symbol } of takenBy(borrower.lender)) {
          const held = fact.collateral.find((one: Fact) => symbolAt(one.vault) === symbol)?.shares ?? '0'
          // What the account did not put up is none of the lender's.
          const isUp = await chain.read<boolean>(local.evc, 'isCollateralEnabled', [account, vaultOf(symbol).address])
          expect(BigInt(held)).toBe(isUp ? await ask<bigint>(symbol, 'balanceOf', account) : 0n)
        }
      }
      return count
    },

    /** The position as the rules take it: of each collateral what it is worth to the lender, and what all of it weighs. */
    async shortfallOf(borrower: EulerBorrower) {
      const [account, unit] = [accountOf(borrower), await ask<Address>(borrower.lender, 'unitOfAccount')]
      const worth = (amount: bigint, token: Address) => chain.read<bigint>(local.router, 'getQuote', [amount, token, unit])
      const owed = await ask<bigint>(borrower.lender, 'debtOf', account)
      const owedValue = await worth(owed, tokenOf(lending, borrower.lender).contract.address)
      let weightedValue = 0n
      const held: { symbol: string; shares: bigint; sharesValue: bigint }[] = []
      for (const { symbol } of takenBy(borrower.lender)) {
        const shares = await ask<bigint>(symbol, 'balanceOf', account)
        if (shares === 0n) continue
        const sharesValue = await worth(shares, vaultOf(symbol).address)
        const ltv = await ask<number>(borrower.lender, 'LTVLiquidation', vaultOf(symbol).address)
        weightedValue += (sharesValue * BigInt(ltv)) / 10_000n
        held.push({ symbol, shares, sharesValue })
      }
      const maxDiscountBps = BigInt(await ask<number>(borrower.lender, 'maxLiquidationDiscount'))
      return { account, owed, owedValue, weightedValue, maxDiscountBps, held }
    },

    /** The first round of what the facts on the log come to, at the prices that stand. */
    async modelled() {
      const live = createLiveChain(chainId)
      for (const topic of [eulerPositions, eulerVaults, oraclePrices])
        for (const [key, value] of await factsOn(following.log, topic as typeof eulerPositions))
          live.put({ topic: topic.name, key, value, observedAt: new Date(), revision: 0n, partition: 0, offset: 0n })
      const { model, stored, wiring } = live.snapshot()!
      const { book, leftOut } = arrange(stored, wiring)
      const still = model.state.tokens.map(() => false)
      const outcome = simulate(createRun(buildIndex(book, model.state, still)), new Float64Array(still.length).fill(1))
      return { model, outcome, leftOut }
    },
  }
}

export const rampOf = (terms: Fact) => ({
  liquidationLtvBps: terms.liquidation_ltv_bps,
  initialLtvBps: terms.initial_ltv_bps,
  targetTime: terms.target_time,
  rampSeconds: terms.ramp_seconds,
})

const totalsOf = (fact: Fact) => ({
  cash: BigInt(fact.cash),
  borrowTotal: BigInt(fact.borrow_total),
  shareTotal: BigInt(fact.share_total),
  accumulator: BigInt(fact.accumulator),
})
const ratesOf = (fact: Fact) => ({ interestRate: BigInt(fact.interest_rate), feeBps: BigInt(fact.interest_fee_bps) })
const since = (fact: Fact, now: bigint) => now - BigInt(Date.parse(fact.block.time) / 1_000)
