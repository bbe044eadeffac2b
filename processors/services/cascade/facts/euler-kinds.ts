// Euler v2's vaults as kinds of legs: what each lends, and the shares of other vaults that it takes, with interest accrued to the newest reading.
import { assetsPerShare, dollarUnit, internalUnit, totalsAgree } from '../../../../ingestors/sources/euler-v2/topic.ts'
import { accrueVault, ltvAt, type VaultTotals } from '../exact/euler-vault.ts'
import type { ChainFacts, EulerVault } from './chain-facts.ts'
import type { Completeness } from './completeness.ts'
import { type CometOracle, type Composition, readComposition } from './composition.ts'
import { bindingOf, type Prices } from './dollars.ts'
import { addKind, type Kinds } from './kinds.ts'
import { eulerDebtName, reserveName } from './leg-names.ts'
import { depthOf, type TokenTable } from './tokens.ts'

const protocol = 'euler-v2'
const bps = 1e4
const mostDiscount = 0.99
// Of what a vault's governor may refuse everybody.
const transferring = 1 << 4
const liquidating = 1 << 11

type Lender = EulerVault & { readonly lends: NonNullable<EulerVault['lends']> }

export function addEulerVaults(
  kinds: Kinds,
  facts: ChainFacts,
  table: TokenTable,
  prices: Prices,
  held: ReadonlyMap<string, number>,
): Completeness[] {
  const composition = readComposition(facts, prices)
  const vaults = new Map(facts.vaults.map((one) => [one.vault, one]))
  return lendersOf(facts).flatMap((lender) => {
    const asset = table.at(lender.asset.address)
    return asset === null ? [] : [addLender({ kinds, facts, table, prices, composition, vaults, held }, lender, asset)]
  })
}

/** Lenders that nothing prices, as far as somebody owes them. */
export function unpricedVaults(facts: ChainFacts, table: TokenTable): string[] {
  return lendersOf(facts)
    .filter((one) => one.lends.scaled_total !== '0' && table.at(one.asset.address) === null)
    .map((one) => nameOf(one, table))
}

const lendersOf = ({ vaults }: ChainFacts) => vaults.filter((one): one is Lender => one.lends !== null)

type Around = {
  readonly kinds: Kinds
  readonly facts: ChainFacts
  readonly table: TokenTable
  readonly prices: Prices
  readonly composition: Composition
  readonly vaults: ReadonlyMap<string, EulerVault>
  /** Raw shares on the positions, by the legs' names. */
  readonly held: ReadonlyMap<string, number>
}

function addLender(around: Around, lender: Lender, asset: number): Completeness {
  const { kinds, facts, table, prices } = around
  const { vault, lends } = lender
  const { priceUsd, symbol: label } = table.tokens[asset]!
  const now = accrued(lender, facts)
  const unit = 10 ** lender.asset.decimals
  const usdOf = (units: number) => (units / unit) * priceUsd
  const borrowedUsd = usdOf(Number(now.borrowTotal) / internalUnit)
  const price = prices.ofQuote(lender, lender.asset.address)
  // Without the price of what is owed the contract refuses every call.
  const blocked = price === null || (lends.refused_operations & liquidating) !== 0
  // What its oracle says is fixed stands still against what the vault counts in.
  const still = lends.unit_of_account === dollarUnit ? null : table.at(lends.unit_of_account)
  const isOwnUnit = lends.unit_of_account === lender.asset.address
  const follows = bindingOf(price) === 'fixed' && !isOwnUnit ? still : asset
  const perUnit = Number(now.accumulator) / internalUnit / unit
  addKind(kinds.debt, { name: eulerDebtName(vault), perUnit, blocked }, { protocol, label, token: asset, follows, priceUsd })
  kinds.markets.push({
    collateralKind: null,
    protocol,
    kind: 'market',
    id: vault,
    name: nameOf(lender, table),
    collateralToken: label,
    suppliedUsd: usdOf(Number(now.cash)) + borrowedUsd,
    borrowedUsd,
    deficitUsd: null,
    liquidationThreshold: 0,
    liquidationBonus: 1,
    oracle: bindingOf(price),
    ...depthOf(table, asset),
  })
  for (const terms of lends.collateral) addCollateral(around, lender, terms, { priceUsd, still, blocked, asset, follows })
  return { protocol, name: nameOf(lender, table), debtUsd: borrowedUsd, ...comparable(lends) }
}

type Owed = {
  readonly priceUsd: number
  readonly still: number | null
  readonly blocked: boolean
  readonly asset: number
  readonly follows: number | null
}

function addCollateral(around: Around, lender: Lender, terms: Lender['lends']['collateral'][number], owed: Owed): void {
  const { kinds, facts, table, prices, composition, vaults, held } = around
  const name = reserveName(lender.vault, terms.vault)
  // A list names far more than anybody has put up.
  if (!((held.get(name) ?? 0) > 0)) return
  const share = vaults.get(terms.vault)
  const token = share === undefined ? null : table.at(share.asset.address)
  const ratio = prices.quotedRatioOf(lender, terms.vault)
  const seconds = Math.floor(Date.parse(facts.block.time) / 1_000)
  const liquidationThreshold = ltvAt(rampOf(terms), seconds) / bps
  if (share === undefined || token === null) {
    // What weighs nothing and has no price is nobody's, and in nobody's way.
    if (liquidationThreshold === 0) kinds.ignored.add(name)
    return
  }
  if (ratio === null && liquidationThreshold === 0) {
    kinds.ignored.add(name)
    return
  }
  const now = accrued(share, facts)
  const perShare = assetsPerShare({ ...share, ...textOf(now) })
  const own = table.tokens[token]!
  // The quote is of a share as it was when it was read.
  const priceUsd = ratio === null ? own.priceUsd : (ratio * owed.priceUsd) / assetsPerShare(share)
  const price = prices.ofQuote(lender, terms.vault)
  const oracle = composition.ofPrice(price, share.asset.address)
  const liquidationBonus = 1 / (1 - Math.min(mostDiscount, lender.lends.max_discount_bps / bps))
  const label = `${nameOf(lender, table)} against ${own.symbol}`
  const cannotBeTaken = ratio === null || ((share.lends?.refused_operations ?? 0) & transferring) !== 0
  const collateralKind = addKind(
    kinds.collateral,
    { name, perUnit: perShare / 10 ** share.share_decimals, blocked: owed.blocked || cannotBeTaken },
    {
      protocol,
      label,
      token,
      follows: followedBy(oracle, token, owed, table),
      priceUsd,
      liquidationThreshold,
      liquidationBonus,
      protocolFeeShare: 0,
    },
  )
  kinds.markets.push({
    collateralKind,
    protocol,
    kind: 'reserve',
    id: name,
    name: label,
    collateralToken: own.symbol,
    suppliedUsd: null,
    borrowedUsd: null,
    deficitUsd: null,
    liquidationThreshold,
    liquidationBonus,
    oracle: oracle.follows,
    ...depthOf(table, token),
  })
}

function followedBy({ follows, of }: CometOracle, token: number, owed: Owed, table: TokenTable): number | null {
  if (follows === 'market') return token
  if (follows === 'fixed' || of == null) return owed.still
  const base = table.at(of) ?? token
  return base === owed.asset ? owed.follows : base
}

const rampOf = (terms: Lender['lends']['collateral'][number]) => ({
  liquidationLtvBps: terms.liquidation_ltv_bps,
  initialLtvBps: terms.initial_ltv_bps,
  targetTime: terms.target_time,
  rampSeconds: terms.ramp_seconds,
})

function accrued(vault: EulerVault, { block }: ChainFacts): VaultTotals {
  const since = Math.floor((Date.parse(block.time) - Date.parse(vault.block.time)) / 1_000)
  return accrueVault(
    {
      cash: BigInt(vault.cash),
      borrowTotal: BigInt(vault.borrow_total),
      shareTotal: BigInt(vault.share_total),
      accumulator: BigInt(vault.accumulator),
    },
    { interestRate: BigInt(vault.interest_rate), feeBps: BigInt(vault.interest_fee_bps) },
    BigInt(Math.max(0, since)),
  )
}

const textOf = ({ cash, borrowTotal, shareTotal }: VaultTotals) => ({
  cash: String(cash),
  borrow_total: String(borrowTotal),
  share_total: String(shareTotal),
})

// As close as roundings leave them is the same.
const comparable = (lends: Lender['lends']) => ({
  total: lends.scaled_total,
  tracked: totalsAgree(lends) ? lends.scaled_total : lends.scaled_tracked,
})

const nameOf = ({ asset, vault }: EulerVault, table: TokenTable): string =>
  `Euler ${table.symbolOf(asset.address)} ${vault.slice(0, 10)}`
