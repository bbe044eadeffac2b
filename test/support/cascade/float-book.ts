// The local market as the float model sees it: kinds per reserve, per reserve in eMode and per market, positions as token amounts.
import type { Borrower } from '../../../devnet/lending/borrowers.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { readAaveLegs, readMorpho } from '../../../devnet/lending/read-accounts.ts'
import { type AaveLeg, balanceOf, debtOf } from '../../../processors/services/cascade/exact/aave-account.ts'
import { aaveRules, isOlder } from '../../../processors/services/cascade/exact/aave-rules.ts'
import { borrowAssets, incentiveOf } from '../../../processors/services/cascade/exact/morpho-market.ts'
import { constantProduct, noImpact } from '../../../processors/services/cascade/model/impact.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { CollateralKind, DebtKind, Position } from '../../../processors/services/cascade/model/position.ts'
import type { Token } from '../../../processors/services/cascade/model/token.ts'

export type Depth = { readonly depthUsd: number; readonly rateOracles: boolean }

export async function readFloatBook(lending: Lending, borrowers: readonly Borrower[], depth: Depth) {
  const timestamp = await lending.chain.timestamp()
  const rules = aaveRules(lending.aave.revision)
  const tokens = lending.tokens.map((t): Token => tokenOf(lending, t.symbol, depth))
  const indexOf = (symbol: string) => tokens.findIndex((t) => t.symbol === symbol)
  const collateralKinds: CollateralKind[] = []
  const debtKinds: DebtKind[] = tokens.map((t, i) => ({
    protocol: 'aave-v3',
    label: t.symbol,
    token: i,
    follows: i,
    priceUsd: t.priceUsd,
  }))
  const kindOf = new Map<string, number>()
  const positions: Position[] = []
  for (const borrower of borrowers) {
    if (borrower.protocol === 'aave-v3') {
      const legs = await readAaveLegs(lending, borrower.account, timestamp)
      positions.push(aavePosition(borrower.account, legs))
      continue
    }
    const market = lending.morpho.markets[borrower.market]!
    const view = await readMorpho(lending, market, borrower.account, timestamp)
    const [collateral, loan] = [indexOf(market.collateral.symbol), indexOf(market.loan.symbol)]
    positions.push({
      id: borrower.account,
      protocol: 'morpho-blue',
      collateral: [
        {
          kind: kindFor({
            protocol: 'morpho-blue',
            label: market.id,
            token: collateral,
            follows: collateral,
            priceUsd: tokens[collateral]!.priceUsd,
            liquidationThreshold: Number(market.lltv) / 1e18,
            liquidationBonus: Number(incentiveOf(market.lltv)) / 1e18,
            protocolFeeShare: 0,
          }),
          amount: Number(view.position.collateral) / Number(market.collateral.unit),
        },
      ],
      debt: [
        { kind: loan, amount: Number(borrowAssets(view.market, view.position.borrowShares, 'up')) / Number(market.loan.unit) },
      ],
    })
  }

  function kindFor(kind: CollateralKind): number {
    const name = `${kind.label} ${kind.liquidationThreshold}`
    const known = kindOf.get(name)
    if (known !== undefined) return known
    kindOf.set(name, collateralKinds.push(kind) - 1)
    return collateralKinds.length - 1
  }

  function aavePosition(id: string, legs: readonly AaveLeg[]): Position {
    const collateral = legs
      .filter((l) => l.usedAsCollateral)
      .map((leg) => {
        const token = indexOf(leg.reserve)
        const kind = kindFor({
          protocol: 'aave-v3',
          label: leg.reserve,
          token,
          follows: token,
          priceUsd: tokens[token]!.priceUsd,
          liquidationThreshold: Number(leg.liquidationThresholdBps) / 1e4,
          liquidationBonus: Number(leg.liquidationBonusBps) / 1e4,
          protocolFeeShare: Number(leg.protocolFeeBps) / 1e4,
          ...(isOlder(lending.aave.revision) ? { older: rules.threshold } : {}),
        })
        return { kind, amount: Number(balanceOf(leg, rules)) / Number(leg.unit) }
      })
    const debt = legs
      .filter((l) => l.scaledDebt > 0n)
      .map((leg) => ({ kind: indexOf(leg.reserve), amount: Number(debtOf(leg, rules)) / Number(leg.unit) }))
    return { id, protocol: 'aave-v3', collateral, debt }
  }

  const state: MarketState = { tokens, collateralKinds, debtKinds }
  return { state, positions }
}

function tokenOf(lending: Lending, symbol: string, { depthUsd, rateOracles }: Depth): Token {
  const { priceUsd } = lending.tokens.find((t) => t.symbol === symbol)!
  const ether = symbol === 'WETH' || symbol.endsWith('ETH')
  const derived = rateOracles && ether && symbol !== 'WETH'
  const stable = symbol === 'USDC' || symbol === 'DAI'
  return {
    symbol,
    priceUsd,
    family: ether ? 'ETH' : symbol,
    role: ether && symbol !== 'WETH' ? 'derivative' : 'numeraire',
    base: derived ? lending.tokens.findIndex((t) => t.symbol === 'WETH') : null,
    oracle: derived && symbol === 'wstETH' ? 'rate' : 'market',
    routedShare: derived ? 0.7 : 0,
    impact: stable ? noImpact : constantProduct(depthUsd / priceUsd),
  }
}
