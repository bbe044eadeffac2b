// A vault of Euler v2 beside the other lenders: drawn borrowers, what the model has to know of them, and a round in which of everybody short
// the largest collateral is taken, its shares are turned into what they are of, and what lenders lose is told.
import type { Address } from 'viem'
import { accountNamed, fund } from '../../../devnet/lending/accounts.ts'
import { tokenOf } from '../../../devnet/lending/borrowers.ts'
import { eventsOf } from '../../../devnet/lending/call-data.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import type { PricesUsd } from '../../../devnet/lending/prices.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { CollateralKind, Position } from '../../../processors/services/cascade/model/position.ts'
import type { ChainSweep } from './chain-cascade.ts'
import {
  accountOf,
  deployEuler,
  type EulerArtifacts,
  type EulerBorrower,
  type LocalEuler,
  openEuler,
  type Taken,
} from './local-euler.ts'
import type { SeededRandom } from './seeded-random.ts'

const lender = 'USDC'
const protocol = 'euler-v2'
const maxDiscount = 15
const takes: readonly Taken[] = [
  { symbol: 'WETH', borrow: 80, liquidate: 84 },
  { symbol: 'wstETH', borrow: 78, liquidate: 82 },
  { symbol: 'WBTC', borrow: 72, liquidate: 78 },
]
const everything = 2n ** 256n - 1n
// Whoever liquidates takes the debt over, and has to be good for it.
const liquidator: EulerBorrower = {
  owner: accountNamed('liquidates on Euler'),
  number: 0,
  lender,
  collateral: { WBTC: 20_000 },
  debt: 1,
}

export async function deploySoldEuler(lending: Lending, artifacts: EulerArtifacts, lent: number): Promise<LocalEuler> {
  const local = await deployEuler(lending, artifacts, { lenders: [{ symbol: lender, lent, takes, maxDiscount }] })
  await fund(lending.chain, [liquidator.owner])
  await openEuler(lending, local, [liquidator])
  return local
}

export function drawEulerBorrowers(lending: Lending, count: number, random: SeededRandom, label: string, leastUsd: number) {
  return Array.from({ length: count }, (_, i): EulerBorrower => {
    const owned = takes.filter(() => random.chance(0.6))
    const chosen = owned.length === 0 ? [takes[i % takes.length]!] : owned
    let borrowable = 0
    const amounts = chosen.map(({ symbol, borrow }) => {
      const usd = leastUsd * Math.exp(random.next() * 5)
      borrowable += (usd * borrow) / 100
      return [symbol, usd / tokenOf(lending, symbol).priceUsd] as const
    })
    const owner = accountNamed(`${label} ${i >> 1}`)
    const debt = borrowable * random.between(0.6, 0.98)
    return { owner, number: i % 2, lender, collateral: Object.fromEntries(amounts), debt }
  })
}

export async function openEulerBorrowers(lending: Lending, local: LocalEuler, borrowers: readonly EulerBorrower[]) {
  await fund(lending.chain, [...new Set(borrowers.map(({ owner }) => owner))])
  await openEuler(lending, local, borrowers)
}

/** The same state and positions with these beside them, as they stand on the chain. */
export async function withEulerBook(
  lending: Lending,
  { vaults }: LocalEuler,
  borrowers: readonly EulerBorrower[],
  book: { readonly state: MarketState; readonly positions: readonly Position[] },
) {
  const { state } = book
  const at = (symbol: string) => state.tokens.findIndex((token) => token.symbol === symbol)
  const ofToken = (symbol: string) => {
    return {
      protocol,
      label: symbol,
      token: at(symbol),
      follows: at(symbol),
      priceUsd: state.tokens[at(symbol)]!.priceUsd,
    } as const
  }
  const first = state.collateralKinds.length
  const own = takes.map(
    ({ symbol, liquidate }): CollateralKind => ({
      ...ofToken(symbol),
      liquidationThreshold: liquidate / 100,
      liquidationBonus: 1 / (1 - maxDiscount / 100),
      protocolFeeShare: 0,
    }),
  )
  const debtKinds = [...state.debtKinds, ofToken(lender)]
  const positions: Position[] = []
  for (const borrower of borrowers) {
    const account = accountOf(borrower)
    const legs = []
    for (const [k, { symbol }] of takes.entries()) {
      const amount = Number(await assetsOf(lending, vaults, symbol, account)) / Number(tokenOf(lending, symbol).unit)
      if (amount > 0) legs.push({ kind: first + k, amount })
    }
    const units = await lending.chain.read<bigint>(vaults.get(lender)!, 'debtOf', [account])
    const owed = Number(units) / Number(tokenOf(lending, lender).unit)
    positions.push({ id: account, protocol, collateral: legs, debt: [{ kind: debtKinds.length - 1, amount: owed }] })
  }
  return {
    state: { ...state, collateralKinds: [...state.collateralKinds, ...own], debtKinds },
    positions: [...book.positions, ...positions],
  }
}

/** Null where nobody is short at these prices. */
export async function sweepEuler(
  lending: Lending,
  local: LocalEuler,
  borrowers: readonly EulerBorrower[],
  pricesUsd: PricesUsd,
): Promise<ChainSweep | null> {
  const { chain, tokens } = lending
  const vault = local.vaults.get(lender)!
  for (const { symbol } of [...takes, { symbol: lender }]) await local.setPrice(symbol, pricesUsd[symbol]!)
  const swept: ChainSweep = { liquidations: 0, repaidUsd: 0, seizedUsd: 0, badDebtUsd: 0, sold: tokens.map(() => 0) }
  const usdOf = (symbol: string, units: bigint) => (Number(units) / Number(tokenOf(lending, symbol).unit)) * pricesUsd[symbol]!
  const redeemed = new Map<string, bigint>()
  for (const borrower of borrowers) {
    const account = accountOf(borrower)
    const [weighted, owed] = await chain.read<readonly [bigint, bigint]>(vault, 'accountLiquidity', [account, true])
    if (owed === 0n || weighted > owed) continue
    const held: { symbol: string; usd: number }[] = []
    for (const { symbol } of takes)
      held.push({ symbol, usd: usdOf(symbol, await assetsOf(lending, local.vaults, symbol, account)) })
    const [largest] = held.toSorted((a, b) => b.usd - a.usd)
    // Written off in full before: nothing is left to take.
    if (!(largest!.usd > 0)) continue
    const taken = local.vaults.get(largest!.symbol)!
    const receipt = await chain.send(vault, 'liquidate', [account, taken.address, everything, 0n], liquidator.owner)
    const [told] = eventsOf<{ repayAssets: bigint; yieldBalance: bigint }>(vault, receipt, 'Liquidate')
    const assets = await chain.read<bigint>(taken, 'convertToAssets', [told!.yieldBalance])
    swept.liquidations++
    swept.seizedUsd += usdOf(largest!.symbol, assets)
    swept.repaidUsd += usdOf(lender, told!.repayAssets)
    for (const lost of eventsOf<{ assets: bigint }>(vault, receipt, 'DebtSocialized'))
      swept.badDebtUsd += usdOf(lender, lost.assets)
    redeemed.set(largest!.symbol, (redeemed.get(largest!.symbol) ?? 0n) + told!.yieldBalance)
  }
  for (const [symbol, shares] of redeemed) {
    const token = tokenOf(lending, symbol)
    const heldOf = () => chain.read<bigint>(token.contract, 'balanceOf', [lending.liquidator])
    const before = await heldOf()
    await chain.send(local.vaults.get(symbol)!, 'redeem', [shares, lending.liquidator, liquidator.owner], liquidator.owner)
    swept.sold[tokens.indexOf(token)]! += Number((await heldOf()) - before) / Number(token.unit)
  }
  return swept.liquidations === 0 ? null : swept
}

async function assetsOf({ chain }: Lending, vaults: LocalEuler['vaults'], symbol: string, account: Address): Promise<bigint> {
  const vault = vaults.get(symbol)!
  return chain.read<bigint>(vault, 'convertToAssets', [await chain.read<bigint>(vault, 'balanceOf', [account])])
}
