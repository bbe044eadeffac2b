// What Fluid's contracts say of every vault and position, by the resolvers that its own pages ask, beside what the facts on a log come to.
import { expect } from 'vitest'
import { tokenOf } from '../../../devnet/lending/borrowers.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { fluidPositions, fluidVaults } from '../../../ingestors/sources/fluid/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { arrange } from '../../../processors/services/cascade/book/arrange.ts'
import { createRun } from '../../../processors/services/cascade/engine/run.ts'
import { simulate } from '../../../processors/services/cascade/engine/simulate.ts'
import { buildIndex } from '../../../processors/services/cascade/index/build.ts'
import { createLiveChain } from '../../../processors/services/cascade/live-chain.ts'
import { factsOn } from '../chains/facts.ts'
import type { Following } from '../chains/following.ts'
import { headOf } from '../chains/head.ts'
import type { LocalFluid, LocalVault } from './local-fluid.ts'

type OfResolver = { readonly nftId: bigint; readonly supply: bigint; readonly borrow: bigint }
const exchangeUnit = 10n ** 12n

export function fluidTruth(lending: Lending, local: LocalFluid, following: Following, chainId: number) {
  const { chain } = lending
  const complete = () => following.complete(() => headOf(chain))
  const symbolOf = (symbol: string) => (symbol === 'ETH' ? 'WETH' : symbol)

  return {
    complete,
    async vaultFact({ contract }: LocalVault) {
      return (await factsOn(following.log, fluidVaults)).get(`${chainId}:fluid:${contract.address.toLowerCase()}`)!
    },
    async later(seconds: number): Promise<void> {
      await chain.request('evm_increaseTime', seconds)
      await chain.request('evm_mine')
    },
    usdOf(symbol: string, amount: bigint, pricesUsd: Readonly<Record<string, number>>): number {
      const token = tokenOf(lending, symbolOf(symbol))
      // What a contract calls a rate of another has no price of its own here.
      const priceUsd = token.symbol === 'wstETH' ? 1.2 * (pricesUsd.WETH ?? 2500) : (pricesUsd[token.symbol] ?? token.priceUsd)
      return (Number(amount) / Number(token.unit)) * priceUsd
    },
    async setPrices(pricesUsd: Readonly<Record<string, number>>): Promise<void> {
      for (const { symbol, priceUsd } of lending.tokens) await local.setPrice(symbol, pricesUsd[symbol] ?? priceUsd)
      await complete()
    },

    /** All of it at one block, in which every vault does something. */
    async expectTruth() {
      const name = 'updateExchangePricesOnStorage'
      await chain.sendTogether(local.vaults.map(({ contract }) => ({ contract, name, args: [], from: lending.owner })))
      await complete()
      const vaults = await factsOn(following.log, fluidVaults)
      const positions = await factsOn(following.log, fluidPositions)
      const byVault = new Map([...vaults.values()].map((one) => [one.vault as string, one]))
      let owing = 0
      for (const fact of positions.values()) {
        const vault = byVault.get(fact.vault)!
        const [said] = await chain.read<readonly OfResolver[]>(local.resolver, 'getPositionsForNftIds', [[BigInt(fact.position)]])
        const worth = (raw: string, price: string) => (BigInt(raw) * BigInt(price)) / exchangeUnit
        expect(worth(fact.collateral, vault.supply_price), fact.position).toBe(said!.supply)
        expect(worth(fact.debt, vault.borrow_price), fact.position).toBe(said!.borrow)
        if (fact.debt !== '0') owing++
        // At most a ratio's step above, and what liquidations leave of a position is cut by a ten-thousandth.
        if (fact.debt !== '0') expect(Number(fact.debt_at_tick) / Number(fact.debt)).toBeLessThan(1.0016 * 1.01)
      }
      for (const { contract, borrow, threshold, limit, penalty, oracle, collateral, loan } of local.vaults) {
        const fact = byVault.get(contract.address.toLowerCase())!
        const all = await chain.read<any>(local.vaultResolver, 'getVaultEntireData', [contract.address])
        const { configs, exchangePricesAndRates: prices, totalSupplyAndBorrow: totals, vaultState: state } = all
        expect(fact.liquidation_threshold_permille).toBe(configs.liquidationThreshold / 10)
        expect(fact).toMatchObject({
          collateral_factor_permille: borrow * 10,
          liquidation_threshold_permille: threshold * 10,
          liquidation_limit_permille: limit * 10,
          liquidation_penalty_bps: penalty * 100,
          oracle: oracle.address.toLowerCase(),
          supply_price: String(prices.vaultSupplyExchangePrice),
          borrow_price: String(prices.vaultBorrowExchangePrice),
          supply_total: String(state.totalSupply),
          borrow_total: String(state.totalBorrow),
          positions: Number(state.totalPositions),
          positions_tracked: Number(state.totalPositions),
        })
        expect([fact.collateral.symbol, fact.loan.symbol]).toEqual([collateral, loan].map(symbolOf))
        const absorbed = [
          [fact.absorbed_collateral, fact.supply_price, totals.absorbedSupply],
          [fact.absorbed_debt, fact.borrow_price, totals.absorbedBorrow],
        ]
        for (const [raw, price, worth] of absorbed) expect((BigInt(raw) * BigInt(price)) / exchangeUnit).toBe(worth)
      }
      return { positions: positions.size, owing, vaults: byVault.size }
    },

    /** The first round of what the facts on the log come to, at the prices that stand. */
    async modelled() {
      const live = createLiveChain(chainId)
      const put = (topic: string, key: string, value: Record<string, unknown>) =>
        live.put({ topic, key, value, observedAt: new Date(), revision: 0n, partition: 0, offset: 0n })
      for (const topic of [fluidPositions, fluidVaults, oraclePrices])
        for (const [key, value] of await factsOn(following.log, topic as typeof fluidPositions)) put(topic.name, key, value)
      // What a dollar token is worth no vault of Fluid says.
      const [any] = (await factsOn(following.log, fluidVaults)).values()
      const dollar = tokenOf(lending, 'USDC').contract.address.toLowerCase()
      const { chain_id, block, sequence } = any!
      put(oraclePrices.name, 'dollar', { chain_id, block, sequence, oracle: dollar, asset: dollar, price: '1', decimals: 0 })
      const { model, stored, wiring } = live.snapshot()!
      const { book, leftOut } = arrange(stored, wiring)
      const still = model.state.tokens.map(() => false)
      const outcome = simulate(createRun(buildIndex(book, model.state, still)), new Float64Array(still.length).fill(1))
      return { model, outcome, leftOut }
    },
  }
}
