// The reserves and eModes of the Aave pools as kinds of legs, with interest accrued to the moment of the newest reading.
import type { MarketFacts } from '../answers/report.ts'
import { decodeReserveConfig, inBitmap, type ReserveConfig } from '../exact/aave-config.ts'
import { indexesAt } from '../exact/aave-interest.ts'
import { aaveRules, isOlder } from '../exact/aave-rules.ts'
import type { ChainFacts, Mode, Reserve } from './chain-facts.ts'
import type { Completeness } from './completeness.ts'
import { bindingOf, type Prices } from './dollars.ts'
import { addKind, type Kinds } from './kinds.ts'
import { modeName, reserveName } from './leg-names.ts'
import { depthOf, type TokenTable } from './tokens.ts'

const protocol = 'aave-v3'

export function addReserves(kinds: Kinds, facts: ChainFacts, table: TokenTable, prices: Prices): Completeness[] {
  const seconds = Math.floor(Date.parse(facts.block.time) / 1_000)
  return facts.reserves.flatMap((reserve) => {
    const token = table.at(reserve.reserve)
    return token === null ? [] : [addReserve(kinds, facts, reserve, token, table, prices, seconds)]
  })
}

function addReserve(
  kinds: Kinds,
  facts: ChainFacts,
  reserve: Reserve,
  token: number,
  table: TokenTable,
  prices: Prices,
  seconds: number,
): Completeness {
  const config = decodeReserveConfig(BigInt(reserve.config))
  const ownUsd = prices.ownUsdOf(reserve)
  const priceUsd = ownUsd || table.tokens[token]!.priceUsd
  const older = isOlder(reserve.pool_revision)
  const { supplied, borrowed } = tokensPerUnit(reserve, seconds)
  const binding = bindingOf(prices.ofReserve(reserve))
  const follows = binding === 'fixed' ? null : token
  // At a price of nothing a call divides by it, and is refused.
  const blocked = !config.active || config.paused || reserve.grace_until > seconds || ownUsd === 0
  const label = table.symbolOf(reserve.reserve)
  const name = reserveName(reserve.market, reserve.reserve)
  const debtUsd = Number(reserve.scaled_debt_total) * borrowed * priceUsd
  const facing = { protocol, token, follows, priceUsd } as const
  addKind(kinds.debt, { name, perUnit: borrowed, blocked }, { ...facing, label })
  const shared: SharedFacts = {
    protocol,
    collateralToken: label,
    oracle: binding,
    ...depthOf(table, token, priceUsd),
  }
  const add = (terms: Terms) => {
    const { name, thresholdBps, bonusBps, market, priced } = terms
    const [liquidationThreshold, liquidationBonus] = [thresholdBps / 1e4, Math.max(1, bonusBps / 1e4)]
    const collateralKind = addKind(
      kinds.collateral,
      { name, perUnit: supplied, blocked: blocked || priced?.blocked === true },
      {
        ...facing,
        ...priced?.at,
        label: market.name,
        liquidationThreshold,
        liquidationBonus,
        protocolFeeShare: feeShareOf(config),
        ...(older ? { older: aaveRules(reserve.pool_revision).threshold } : {}),
      },
    )
    kinds.markets.push({ ...shared, ...market, collateralKind, liquidationThreshold, liquidationBonus })
  }
  const totals = {
    suppliedUsd: Number(reserve.scaled_supply_total) * supplied * priceUsd,
    borrowedUsd: debtUsd,
    deficitUsd: (Number(reserve.deficit) / 10 ** reserve.decimals) * priceUsd,
  }
  const thresholdBps = Number(config.liquidationThresholdBps)
  const own = { kind: 'reserve', id: name, name: `${reserve.market} ${label}`, ...totals } as const
  // A reserve without a threshold is no collateral, but it is lent out and belongs in the report.
  if (thresholdBps === 0) {
    kinds.ignored.add(name)
    kinds.markets.push({ ...shared, ...own, collateralKind: null, liquidationThreshold: 0, liquidationBonus: 1 })
  } else add({ name, thresholdBps, bonusBps: Number(config.liquidationBonusBps), market: own })
  for (const mode of facts.modes) {
    if (mode.market !== reserve.market || !inBitmap(BigInt(mode.collateral_bitmap), reserve.id)) continue
    const ownName = modeName(reserve.market, reserve.reserve, mode.id)
    // In an older pool what is no collateral by its own threshold is none in an eMode either.
    if (mode.threshold_bps === 0 || (older && thresholdBps === 0)) {
      kinds.ignored.add(ownName)
      continue
    }
    const market = {
      kind: 'emode',
      id: ownName,
      name: `${reserve.market} ${label} in eMode ${mode.id}${mode.label === '' ? '' : ` (${mode.label})`}`,
      suppliedUsd: null,
      borrowedUsd: null,
      deficitUsd: null,
    } as const
    const priced = pricedInside(mode, reserve, table, prices, token)
    if (priced !== undefined)
      addKind(
        kinds.debt,
        { name: ownName, perUnit: borrowed, blocked: blocked || priced.blocked },
        { ...facing, ...priced.at, label },
      )
    add({ name: ownName, thresholdBps: mode.threshold_bps, bonusBps: mode.bonus_bps, market, priced })
  }
  const { scaled_debt_total: total, scaled_debt_tracked: tracked } = reserve
  return { protocol, name: own.name, debtUsd, total: String(BigInt(total) + scaledStableDebt(reserve)), tracked }
}

// No borrower's part in it is read: it is missed, and said to be.
function scaledStableDebt({ stable_debt_total: total = '0', debt_index: index }: Reserve): bigint {
  return total === '0' ? 0n : (BigInt(total) * 10n ** 27n) / (BigInt(index) || 1n)
}

type Priced = {
  readonly blocked: boolean
  readonly at: { readonly priceUsd: number; readonly follows: number | null } | undefined
}

// One price for all inside an eMode of an older pool. Where there is none the pool counts each token at its own, but liquidates nobody.
function pricedInside(mode: Mode, reserve: Reserve, table: TokenTable, prices: Prices, token: number): Priced | undefined {
  if (mode.price_source === undefined) return undefined
  const source = prices.ofSource(reserve.oracle, mode.price_source)
  if (source === null || !(source.usd > 0)) return { blocked: true, at: undefined }
  const follows = bindingOf(source.price) === 'fixed' ? null : (table.at(mode.price_source) ?? token)
  return { blocked: false, at: { priceUsd: source.usd, follows } }
}

type SharedFacts = Pick<MarketFacts, 'protocol' | 'collateralToken' | 'oracle' | 'depth2PctUsd' | 'depthCoverage'>
type Terms = {
  readonly name: string
  readonly thresholdBps: number
  readonly bonusBps: number
  readonly priced?: Priced | undefined
  readonly market: Pick<MarketFacts, 'kind' | 'id' | 'name' | 'suppliedUsd' | 'borrowedUsd' | 'deficitUsd'>
}

// The protocol fee is a share of the bonus, not of what is seized.
function feeShareOf(config: ReserveConfig): number {
  return Number(config.protocolFeeBps) / 1e4
}

function tokensPerUnit(reserve: Reserve, seconds: number): { supplied: number; borrowed: number } {
  const now = indexesAt(
    {
      liquidityIndex: BigInt(reserve.liquidity_index),
      debtIndex: BigInt(reserve.debt_index),
      liquidityRate: BigInt(reserve.liquidity_rate),
      debtRate: BigInt(reserve.debt_rate),
      updatedAt: BigInt(reserve.updated_at),
      poolRevision: reserve.pool_revision,
    },
    BigInt(seconds),
  )
  const scale = 1e27 * 10 ** reserve.decimals
  return { supplied: Number(now.liquidityIndex) / scale, borrowed: Number(now.debtIndex) / scale }
}
