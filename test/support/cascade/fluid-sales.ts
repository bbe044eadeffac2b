// Vaults of Fluid beside the other lenders: drawn borrowers, what the model has to know of them, and a round in which whoever stands above
// the limit is absorbed, what was absorbed is bought where it is worth its debt, and all others are brought down to the threshold.
import { encodeErrorResult, parseAbi } from 'viem'
import type { Artifacts } from '../../../devnet/contracts/artifacts.ts'
import { accountNamed, fund } from '../../../devnet/lending/accounts.ts'
import { mintTo, tokenOf } from '../../../devnet/lending/borrowers.ts'
import { eventsOf } from '../../../devnet/lending/call-data.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import type { PricesUsd } from '../../../devnet/lending/prices.ts'
import { lower } from '../../../ingestors/chains/address.ts'
import { readPositions } from '../../../ingestors/sources/fluid/positions.ts'
import { exchangeUnit, tickStep } from '../../../ingestors/sources/fluid/topic.ts'
import { createVaultReader } from '../../../ingestors/sources/fluid/vaults.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { CollateralKind, DebtKind, Position } from '../../../processors/services/cascade/model/position.ts'
import { readerOf } from '../depth/chain-reader.ts'
import type { ChainSweep } from './chain-cascade.ts'
import { deployFluid, type Liquidated, type LocalFluid, type LocalVault, operate, type VaultWish } from './local-fluid.ts'
import type { SeededRandom } from './seeded-random.ts'

const protocol = 'fluid'
const wishes: readonly VaultWish[] = [
  { collateral: 'WETH', loan: 'USDC', borrow: 82, threshold: 86, limit: 92, penalty: 2 },
  { collateral: 'wstETH', loan: 'USDC', borrow: 79, threshold: 84, limit: 91, penalty: 3 },
  { collateral: 'WBTC', loan: 'USDC', borrow: 76, threshold: 82, limit: 90, penalty: 3.5 },
  { collateral: 'wstETH', loan: 'WETH', borrow: 88, threshold: 92, limit: 95, penalty: 1 },
  // Of whoever lends the dollars.
  { collateral: 'USDC', loan: 'WETH', borrow: 85, threshold: 90, limit: 95, penalty: 1 },
]
const whale = accountNamed('lends on Fluid')
/** So little that no fall of a bench reaches it: a vault of which all was absorbed lets nobody buy. */
const staysUsd = 10
const rich = 10n ** 29n
// What a vault answers that has nobody to liquidate, and too little to buy.
const refusals = [31_029n, 31_022n].map((id) =>
  encodeErrorResult({ abi: parseAbi(['error FluidVaultError(uint256)']), args: [id] }),
)

export interface FluidBorrower {
  readonly vault: number
  readonly account: `0x${string}`
  /** Whole tokens. */
  readonly collateral: number
  readonly debt: number
}

export async function deploySoldFluid(lending: Lending, artifacts: Artifacts, lentUsd: number): Promise<LocalFluid> {
  const local = await deployFluid(lending, artifacts, wishes)
  await fund(lending.chain, [whale])
  const lent = ['USDC', 'WETH']
  const opened: bigint[] = []
  for (const [at, vault] of local.vaults.entries()) {
    const first = local.vaults.findIndex(({ collateral }) => collateral === vault.collateral) === at
    const usd = first && lent.includes(vault.collateral) ? lentUsd : staysUsd * 1_000
    await mintTo(lending.chain, tokenOf(lending, vault.loan), lending.liquidator, rich, vault.contract.address, lending.owner)
    opened.push(await operate(lending, vault, whale, usd / usdOf(lending, vault.collateral), 0))
  }
  for (const [at, vault] of local.vaults.entries())
    await operate(lending, vault, whale, 0, staysUsd / usdOf(lending, vault.loan), opened[at])
  return local
}

export function drawFluidBorrowers(lending: Lending, count: number, random: SeededRandom, label: string, leastUsd: number) {
  return Array.from({ length: count }, (_, i): FluidBorrower => {
    // The last vault has its lender alone.
    const vault = Math.min(wishes.length - 2, Math.floor(random.next() * (wishes.length - 1)))
    const { collateral, loan, borrow } = wishes[vault]!
    const usd = leastUsd * Math.exp(random.next() * 5)
    const debtUsd = ((usd * borrow) / 100) * random.between(0.6, 0.98)
    const account = accountNamed(`${label} ${i}`)
    return { vault, account, collateral: usd / usdOf(lending, collateral), debt: debtUsd / usdOf(lending, loan) }
  })
}

export async function openFluidBorrowers(lending: Lending, local: LocalFluid, borrowers: readonly FluidBorrower[]) {
  await fund(
    lending.chain,
    borrowers.map(({ account }) => account),
  )
  for (const { vault, account, collateral, debt } of borrowers)
    await operate(lending, local.vaults[vault]!, account, collateral, debt)
}

/** The same state and positions with these beside them, as they stand on the chain. */
export async function withFluidBook(
  lending: Lending,
  local: LocalFluid,
  book: { readonly state: MarketState; readonly positions: readonly Position[] },
) {
  const { state } = book
  const [firstCollateral, firstDebt] = [state.collateralKinds.length, state.debtKinds.length]
  const terms = await readTerms(lending, local)
  const ofToken = (symbol: string, label: string): DebtKind => {
    const token = state.tokens.findIndex((one) => one.symbol === symbol)
    return { protocol, label, token, follows: token, priceUsd: state.tokens[token]!.priceUsd }
  }
  const debtKinds = terms.map(({ label, vault }) => ofToken(vault.loan, label))
  const collateralKinds = terms.map(
    ({ label, vault, perCollateral, perDebt }, at): CollateralKind => ({
      ...ofToken(vault.collateral, label),
      liquidationThreshold: vault.threshold / 100,
      liquidationBonus: 1 + vault.penalty / 100,
      protocolFeeShare: 0,
      ticks: {
        limit: vault.limit / 100,
        debt: firstDebt + at,
        shift: Math.log(perCollateral / perDebt) / Math.log(tickStep),
      },
    }),
  )
  const positions = (await readAll(lending, local)).map(({ position, vault, collateral, debt_at_tick }): Position => {
    const at = terms.findIndex((one) => lower(one.vault.contract.address) === vault)
    const { perCollateral, perDebt } = terms[at]!
    return {
      id: `fluid ${position}`,
      protocol,
      collateral: [{ kind: firstCollateral + at, amount: Number(collateral) * perCollateral }],
      debt: [{ kind: firstDebt + at, amount: Number(debt_at_tick) * perDebt }],
    }
  })
  return {
    state: {
      ...state,
      collateralKinds: [...state.collateralKinds, ...collateralKinds],
      debtKinds: [...state.debtKinds, ...debtKinds],
    },
    positions: [...book.positions, ...positions],
  }
}

/** Null where nobody is short at these prices. `missing`: by vault what absorbed positions lack that nobody bought, in USD. */
export async function sweepFluid(
  lending: Lending,
  local: LocalFluid,
  pricesUsd: PricesUsd,
  missing: number[],
): Promise<ChainSweep | null> {
  const { tokens } = lending
  for (const symbol of new Set(wishes.flatMap(({ collateral, loan }) => [collateral, loan])))
    await local.setPrice(symbol, pricesUsd[symbol]!)
  const swept: ChainSweep = { liquidations: 0, repaidUsd: 0, seizedUsd: 0, badDebtUsd: 0, sold: tokens.map(() => 0) }
  const [owing, before] = [await readAll(lending, local), await readTerms(lending, local)]
  for (const { vault } of before) await liquidate(lending, vault, 0n)
  const terms = await readTerms(lending, local)
  for (const [at, { vault, absorbed, perCollateral, perDebt }] of terms.entries()) {
    const [worth, owed] = [perCollateral * pricesUsd[vault.collateral]!, perDebt * pricesUsd[vault.loan]!]
    const { absorbed: earlier } = before[at]!
    const isWorthIt = absorbed.debt * owed <= absorbed.collateral * worth
    // Of what is newly absorbed, at the prices of its round; what one of them is worth more pays for what another lacks.
    const added = (absorbed.debt - earlier.debt) * owed - (absorbed.collateral - earlier.collateral) * worth
    const lacksUsd = isWorthIt ? 0 : Math.max(0, (missing[at] ?? 0) + added)
    swept.badDebtUsd += lacksUsd - (missing[at] ?? 0)
    missing[at] = lacksUsd
    const fromAbsorbed = absorbed.debt > 0 && isWorthIt
    const done = await liquidate(lending, vault, await readOwed(lending, local, vault), fromAbsorbed)
    if (done === null) continue
    const token = tokenOf(lending, vault.collateral)
    const amount = Number(done.colAmt_) / Number(token.unit)
    swept.sold[tokens.indexOf(token)]! += amount
    swept.seizedUsd += amount * pricesUsd[vault.collateral]!
    swept.repaidUsd += (Number(done.debtAmt_) / Number(tokenOf(lending, vault.loan).unit)) * pricesUsd[vault.loan]!
  }
  const after = new Map((await readAll(lending, local)).map((one) => [one.position, one]))
  // No log names them: whoever owes less than before was hit.
  const hit = owing.filter((one) => Number(after.get(one.position)!.debt_at_tick) < Number(one.debt_at_tick) * (1 - leastHit))
  return hit.length === 0 ? null : { ...swept, liquidations: hit.length }
}

// A step of a vault's ratios is a hundred thousand times that.
const leastHit = 1e-8

/** Up to `most`; with nothing, whoever is above the limit is absorbed and no more. Null where the vault has nothing to do. */
async function liquidate({ chain, liquidator }: Lending, { contract }: LocalVault, most: bigint, fromAbsorbed = false) {
  const args = [most, 0n, liquidator, fromAbsorbed]
  try {
    await chain.simulate(contract, 'liquidate', args, liquidator)
  } catch (error) {
    const told = JSON.stringify(error, Object.getOwnPropertyNames(error))
    if (refusals.some((one) => told.includes(one.slice(2)))) return null
    throw error
  }
  return eventsOf<Liquidated>(contract, await chain.send(contract, 'liquidate', args, liquidator), 'LogLiquidate')[0] ?? null
}

async function readTerms(lending: Lending, local: LocalFluid) {
  const native = lower(tokenOf(lending, 'WETH').contract.address)
  const own = local.vaults.map(({ contract }) => lower(contract.address))
  const facts = await createVaultReader(lower(local.factory.address), native).read(readerOf(lending.chain), own)
  return local.vaults.map((vault: LocalVault, at) => {
    const fact = facts[at]!
    const whole = (price: string, symbol: string) => Number(price) / exchangeUnit / Number(tokenOf(lending, symbol).unit)
    return {
      vault,
      label: `Fluid ${vault.collateral}/${vault.loan}`,
      perCollateral: whole(fact.supply_price, vault.collateral),
      perDebt: whole(fact.borrow_price, vault.loan),
      absorbed: { collateral: Number(fact.absorbed_collateral), debt: Number(fact.absorbed_debt) },
    }
  })
}

// More than that nobody can pay back: a vault's sums, and those of the common pool, fall below nothing and all of the call is undone. What
// positions owe by its ratios, .15 % more at most, is in neither, so whoever buys all there is leaves that.
async function readOwed({ chain }: Lending, { vaultResolver }: LocalFluid, { contract }: LocalVault): Promise<bigint> {
  const { totalSupplyAndBorrow: totals } = await chain.read<any>(vaultResolver, 'getVaultEntireData', [contract.address])
  const { totalBorrowVault: byVault, totalBorrowLiquidity: byPool } = totals
  return byPool < byVault ? byPool : byVault
}

async function readAll(lending: Lending, local: LocalFluid) {
  const count = await lending.chain.read<bigint>(local.factory, 'totalSupply')
  const ids = Array.from({ length: Number(count) }, (_, i) => BigInt(i + 1))
  const vaults = new Map(local.vaults.map(({ contract }, at) => [BigInt(at + 1), lower(contract.address)]))
  const read = await readPositions(readerOf(lending.chain), lower(local.factory.address), vaults, ids)
  return read.filter((one) => one !== null)
}

const usdOf = (lending: Lending, symbol: string): number => tokenOf(lending, symbol).priceUsd
