// Vaults of Fluid in a drawn book, and positions whose ratio of debt to collateral is one that their vault knows.
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { CollateralKind, DebtKind, Position } from '../../../processors/services/cascade/model/position.ts'
import type { Token } from '../../../processors/services/cascade/model/token.ts'
import { sizeUsd } from './drawn-sizes.ts'
import type { SeededRandom } from './seeded-random.ts'

type Market = { collateral: number; debt: number }

const step = Math.log(1.0015)

// Of ether and of bitcoin against dollars, of one ether token against another, and of dollars against ether.
export function addFluids(
  collateralKinds: CollateralKind[],
  debtKinds: DebtKind[],
  tokens: readonly Token[],
  [ether, bitcoin, dollar]: readonly [number, number, number],
  random: SeededRandom,
): Market[] {
  const pairs = [
    [ether, dollar],
    [bitcoin, dollar],
    [ether + 2, ether],
    [dollar, ether],
  ] as const
  return pairs.map(([token, loan]) => {
    const shared = { protocol: 'fluid', label: `${tokens[token]!.symbol}/${tokens[loan]!.symbol}` } as const
    // From an earlier fall, worth a hundredth less than its debt.
    const absorbed = { collateral: 20_000 / tokens[token]!.priceUsd, debt: 20_200 / tokens[loan]!.priceUsd }
    const threshold = Math.round(random.between(780, 930)) / 1e3
    collateralKinds.push({
      ...shared,
      token,
      follows: token,
      priceUsd: tokens[token]!.priceUsd,
      liquidationThreshold: threshold,
      liquidationBonus: 1 + Math.round(random.between(10, 400)) / 1e4,
      protocolFeeShare: 0,
      ticks: { limit: threshold + 0.03, debt: debtKinds.length, shift: random.between(-20_000, 20_000), absorbed },
    })
    debtKinds.push({ ...shared, token: loan, follows: loan, priceUsd: tokens[loan]!.priceUsd })
    return { collateral: collateralKinds.length - 1, debt: debtKinds.length - 1 }
  })
}

// A position's ratio is one that its vault knows.
export function fluidPosition(i: number, state: MarketState, market: Market, random: SeededRandom): Position {
  const kind = state.collateralKinds[market.collateral]!
  const loan = state.debtKinds[market.debt]!
  const amount = sizeUsd(random) / kind.priceUsd
  const wanted = ((kind.priceUsd / loan.priceUsd) * kind.liquidationThreshold) / (1.01 + random.next() * random.next() * 4)
  const tick = Math.floor(Math.log(wanted) / step + kind.ticks!.shift)
  const ratio = Math.exp((tick - kind.ticks!.shift) * step)
  return {
    id: `f${i}`,
    protocol: 'fluid',
    collateral: [{ kind: market.collateral, amount }],
    debt: [{ kind: market.debt, amount: amount * ratio }],
  }
}
