// Fluid's vaults as kinds of legs: one token against one other, by ratios of debt to collateral that lie .15 % apart.
import { exchangeUnit, owedIn, totalsAgree } from '../../../../ingestors/sources/fluid/topic.ts'
import { tickStep } from '../model/rules.ts'
import type { ChainFacts, FluidVault } from './chain-facts.ts'
import type { Completeness } from './completeness.ts'
import { type Composition, readComposition } from './composition.ts'
import type { Prices } from './dollars.ts'
import { addKind, type Kinds } from './kinds.ts'
import { fluidName } from './leg-names.ts'
import { depthOf, type TokenTable } from './tokens.ts'

const protocol = 'fluid'
const permille = 1e3
const bps = 1e4

export function addFluidVaults(kinds: Kinds, facts: ChainFacts, table: TokenTable, prices: Prices): Completeness[] {
  const composition = readComposition(facts, prices)
  return inUse(facts).flatMap((vault) => {
    const [collateral, loan] = [table.at(vault.collateral.address), table.at(vault.loan.address)]
    if (collateral === null || loan === null) return []
    return [addVault(kinds, vault, { collateral, loan }, table, prices, composition)]
  })
}

/** Vaults of which a token has no price. */
export function unpricedFluids(facts: ChainFacts, table: TokenTable): string[] {
  return inUse(facts)
    .filter(({ collateral, loan }) => table.at(collateral.address) === null || table.at(loan.address) === null)
    .map((vault) => nameOf(vault, table))
}

const inUse = ({ fluids }: ChainFacts) => fluids.filter((vault) => vault.borrow_total !== '0')

type Places = { readonly collateral: number; readonly loan: number }

function addVault(
  kinds: Kinds,
  vault: FluidVault,
  at: Places,
  table: TokenTable,
  prices: Prices,
  composition: Composition,
): Completeness {
  const [own, loan] = [table.tokens[at.collateral]!, table.tokens[at.loan]!]
  const name = fluidName(vault.vault)
  const label = nameOf(vault, table)
  const ratio = prices.fluidRatioOf(vault)
  const oracle = composition.ofPrice(prices.ofFluid(vault), vault.collateral.address)
  const debtPerUnit = Number(vault.borrow_price) / exchangeUnit / 10 ** vault.loan.decimals
  const perUnit = Number(vault.supply_price) / exchangeUnit / 10 ** vault.collateral.decimals
  const liquidationThreshold = vault.liquidation_threshold_permille / permille
  const liquidationBonus = 1 + vault.liquidation_penalty_bps / bps
  const held = Number(vault.absorbed_collateral) * perUnit
  const owed = Number(vault.absorbed_debt) * debtPerUnit
  const ticks = {
    limit: vault.liquidation_limit_permille / permille,
    shift: Math.log(perUnit / debtPerUnit) / Math.log(tickStep),
  }
  // Without a price the vault refuses every call; until its terms are set nobody can owe it anything.
  const blocked = ratio === null || liquidationThreshold === 0 || ticks.limit === 0
  const priceUsd = ratio === null ? own.priceUsd : ratio * loan.priceUsd
  const deficitUsd = Math.max(0, owed * loan.priceUsd - held * priceUsd)
  const debt = addKind(
    kinds.debt,
    { name, perUnit: debtPerUnit, blocked },
    { protocol, label, token: at.loan, follows: at.loan, priceUsd: loan.priceUsd },
  )
  // What is worth its debt already, somebody buys before anything falls.
  const absorbed = deficitUsd > 0 && !blocked ? { absorbed: { collateral: held, debt: owed } } : {}
  const follows = followedBy(oracle, vault, at, table)
  const terms = { liquidationThreshold, liquidationBonus, protocolFeeShare: 0, ticks: { ...ticks, debt, ...absorbed } }
  const collateralKind = addKind(
    kinds.collateral,
    { name, perUnit, blocked },
    { protocol, label, token: at.collateral, follows, priceUsd, ...terms },
  )
  const debtUsd = Number(vault.borrow_total) * debtPerUnit * loan.priceUsd
  kinds.markets.push({
    collateralKind,
    protocol,
    kind: 'market',
    id: vault.vault,
    name: label,
    collateralToken: own.symbol,
    suppliedUsd: Number(vault.supply_total) * perUnit * priceUsd,
    borrowedUsd: debtUsd,
    // What it took from positions above its limit and nobody has bought.
    deficitUsd,
    liquidationThreshold,
    liquidationBonus,
    oracle: oracle.follows,
    ...depthOf(table, at.collateral),
  })
  const total = owedIn(vault) > 0n ? String(owedIn(vault)) : '0'
  return { protocol, name: label, debtUsd, total, tracked: totalsAgree(vault) ? total : vault.borrow_tracked }
}

// A rate that is of no price is of what is lent, which the vault counts in.
function followedBy(
  { follows, of }: ReturnType<Composition['ofPrice']>,
  { loan }: FluidVault,
  at: Places,
  table: TokenTable,
): number | null {
  if (follows === 'market') return at.collateral
  if (follows === 'fixed' || of == null || of === loan.address) return at.loan
  return table.at(of) ?? at.collateral
}

const nameOf = ({ collateral, loan, vault_id: id }: FluidVault, table: TokenTable): string =>
  `Fluid ${table.symbolOf(collateral.address)}/${table.symbolOf(loan.address)} ${id}`
