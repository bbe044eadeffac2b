// Fluid read from its real contracts: what every position holds and owes and every vault's terms, through liquidations that name nobody; and
// the simulation made of these facts beside real liquidations. FLUID_SOURCES names a folder with the compiled contracts; no package ships them.
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountNamed, fund } from '../../devnet/lending/accounts.ts'
import { mintTo, tokenOf } from '../../devnet/lending/borrowers.ts'
import { eventsOf } from '../../devnet/lending/call-data.ts'
import type { Lending } from '../../devnet/lending/lending.ts'
import { fluid } from '../../processors/services/cascade/model/protocol.ts'
import { fluidTruth } from '../support/cascade/fluid-truth.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import {
  deployFluid,
  fluidSources,
  type LocalFluid,
  type LocalVault,
  liquidate,
  loadFluid,
  operate,
  type VaultWish,
} from '../support/cascade/local-fluid.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'

if (fluidSources === null) console.warn('SKIPPED Fluid against its contracts: FLUID_SOURCES names no folder with them')
const wishes: readonly VaultWish[] = [
  { collateral: 'WETH', loan: 'USDC', borrow: 80, threshold: 85, limit: 90, penalty: 2 },
  { collateral: 'USDC', loan: 'WETH', borrow: 85, threshold: 90, limit: 95, penalty: 1 },
  { collateral: 'wstETH', loan: 'WETH', borrow: 90, threshold: 93, limit: 96, penalty: 0.1, rate: 1.2 },
  { collateral: 'WBTC', loan: 'USDC', borrow: 75, threshold: 81.5, limit: 88, penalty: 3.5 },
  { collateral: 'ETH', loan: 'USDC', borrow: 80, threshold: 86, limit: 91, penalty: 2 },
]
const usd: Record<string, number> = { WETH: 2500, wstETH: 3000, WBTC: 60_000, USDC: 1, ETH: 2500 }
const count = 24

describe.skipIf(fluidSources === null || anvilBinary() === null)('following Fluid', () => {
  let chain: LocalMarketChain
  let lending: Lending
  let local: LocalFluid
  let following: Following
  let truth: ReturnType<typeof fluidTruth>
  const positions: { readonly id: bigint; readonly owner: Address; readonly vault: LocalVault }[] = []
  const liquidator = accountNamed('liquidates on Fluid')
  const random = seededRandom(77)

  beforeAll(async () => {
    chain = await startLocalMarket(0)
    lending = chain.lending
    local = await deployFluid(lending, await loadFluid(fluidSources!), wishes)
    const whale = accountNamed('lends on Fluid')
    const owners = Array.from({ length: count }, (_, i) => accountNamed(`fluid ${i}`))
    await fund(lending.chain, [...owners, whale, liquidator])
    // Whoever only puts up collateral lends it to the others.
    for (const [symbol, amount] of [
      ['USDC', 8_000_000],
      ['WETH', 3_000],
    ] as const)
      await operate(lending, local.vaults.find(({ collateral }) => collateral === symbol)!, whale, amount, 0)
    for (const [i, owner] of owners.entries()) {
      const vault = local.vaults[i % wishes.length]!
      const valueUsd = Math.exp(random.between(7.5, 11))
      const share = (vault.borrow / 100) * (i < wishes.length ? 0.985 : random.between(0.75, 0.985))
      const id = await operate(lending, vault, owner, valueUsd / usd[vault.collateral]!, (valueUsd * share) / usd[vault.loan]!)
      positions.push({ id, owner, vault })
    }
    const wrapped = tokenOf(lending, 'WETH').contract.address.toLowerCase()
    const fluid = { factory: local.factory.address.toLowerCase(), native: wrapped, first_block: 1 }
    const deployment = { ...chain.deployment, aave_v3: [], morpho_blue: null, fluid }
    following = await createFollowing(deployment, chain.anvil.url, ['fluid', 'oracle-prices'])
    truth = fluidTruth(lending, local, following, chain.deployment.chain_id)
    await truth.later(20 * 86_400)
    following.start()
    await truth.complete()
  }, 500_000)
  afterAll(async () => {
    await following?.close()
    await chain?.anvil.stop()
  })

  it('every position, term and total is the contract’s, the coin’s own vault too', async () => {
    const { expectTruth } = truth
    expect(await expectTruth()).toEqual({ positions: count + 2, owing: count, vaults: wishes.length })
  }, 120_000)

  it('what is added, taken out, paid back in part and whole is followed', async () => {
    const [one, two, three, four, five] = positions.filter(({ vault }) => vault.collateral === 'WETH') as typeof positions
    await operate(lending, one!.vault, one!.owner, 1, 100, one!.id)
    await operate(lending, two!.vault, two!.owner, 0, -150, two!.id)
    await operate(lending, three!.vault, three!.owner, 0.5, 0, three!.id)
    await operate(lending, four!.vault, four!.owner, -0.01, -50, four!.id)
    // All that is owed, whatever that is: it stays, and owes nothing.
    const { vault, owner, id } = five!
    await mintTo(lending.chain, tokenOf(lending, 'USDC'), owner, 10n ** 12n, vault.contract.address, lending.owner)
    await lending.chain.send(vault.contract, 'operate', [id, 0n, -(2n ** 255n), owner], owner)
    expect(await truth.expectTruth()).toMatchObject({ positions: count + 2, owing: count - 1 })
  }, 120_000)

  it('what brings positions down to their threshold is what a real liquidation takes, of one tick or many', async () => {
    const { setPrices, modelled, expectTruth } = truth
    for (const [step, pricesUsd] of [
      { WETH: 2290 },
      { WETH: 2230, WBTC: 55_000 },
      { WETH: 2230, WBTC: 53_000 },
      { WETH: 2700, WBTC: 56_000 },
    ].entries()) {
      await setPrices(pricesUsd)
      const { outcome, leftOut, model } = await modelled()
      const said = outcome.firstRound[fluid]!
      expect([leftOut, model.unpriced]).toEqual([0, []])
      const real = await liquidateAll(pricesUsd)
      expect(real.repaidUsd).toBeGreaterThan(100)
      expect(said.badDebtUsd).toBe(0)
      for (const field of ['seizedUsd', 'repaidUsd'] as const)
        expect(Math.abs(said[field] / real[field] - 1), field).toBeLessThan(step === 0 ? 1e-6 : 1e-4)
      await expectTruth()
    }
  }, 400_000)

  it('positions above the limit are absorbed whole, and bought where they are worth their debt', async () => {
    const { setPrices, modelled, expectTruth } = truth
    const pricesUsd = { WETH: 2_024, WBTC: 46_900 }
    await setPrices(pricesUsd)
    const said = (await modelled()).outcome.firstRound[fluid]!
    const real = await liquidateAll(pricesUsd)
    expect(real.absorbed).toBeGreaterThan(0)
    expect(said.badDebtUsd).toBe(0)
    for (const field of ['seizedUsd', 'repaidUsd'] as const)
      expect(Math.abs(said[field] / real[field] - 1), field).toBeLessThan(2e-4)
    await expectTruth()
  }, 240_000)

  it('what is absorbed and worth less than its debt stays with the vault, and is the bad debt', async () => {
    const { setPrices, modelled, expectTruth, vaultFact, usdOf } = truth
    await expectTruth()
    const pricesUsd = { WETH: 1_300, WBTC: 30_000 }
    await setPrices(pricesUsd)
    const said = (await modelled()).outcome.firstRound[fluid]!
    let lostUsd = 0
    for (const vault of local.vaults) {
      const fact = await vaultFact(vault)
      const done = await liquidate(lending, vault, liquidator, { most: 0n }).catch(() => null)
      if (done === null) continue
      for (const { colAbsorbedRaw_: col, debtAbsorbedRaw_: debt } of eventsOf<Absorbed>(
        vault.contract,
        done.receipt,
        'LogAbsorb',
      )) {
        const worth = (raw: bigint, price: string) => (raw * BigInt(price)) / 10n ** 12n
        lostUsd += usdOf(vault.loan, worth(debt, fact.borrow_price), pricesUsd)
        lostUsd -= usdOf(vault.collateral, worth(col, fact.supply_price), pricesUsd)
      }
    }
    expect(lostUsd).toBeGreaterThan(1_000)
    expect(Math.abs(said.badDebtUsd / lostUsd - 1)).toBeLessThan(2e-4)
    expect([said.seizedUsd, said.repaidUsd]).toEqual([0, 0])
    await expectTruth()
  }, 240_000)

  async function liquidateAll(pricesUsd: Readonly<Record<string, number>>) {
    const real = { seizedUsd: 0, repaidUsd: 0, vaults: 0, absorbed: 0 }
    for (const vault of local.vaults) {
      const done = await liquidate(lending, vault, liquidator).catch(() => null)
      if (done?.taken === undefined) continue
      real.vaults++
      real.seizedUsd += truth.usdOf(vault.collateral, done.taken.colAmt_, pricesUsd)
      real.repaidUsd += truth.usdOf(vault.loan, done.taken.debtAmt_, pricesUsd)
      real.absorbed += eventsOf<Absorbed>(vault.contract, done.receipt, 'LogAbsorb').length
    }
    return real
  }
})

type Absorbed = { readonly colAbsorbedRaw_: bigint; readonly debtAbsorbedRaw_: bigint }
