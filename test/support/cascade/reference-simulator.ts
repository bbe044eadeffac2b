// The simulation as one would write it first: plain objects, one drop at a time from scratch. The fast one must equal it.
import { amountUntil, priceMultiplier, proceedsOf, scaleDepth } from '../../../processors/services/cascade/model/impact.ts'
import {
  type Assumptions,
  defaultAssumptions,
  type MarketState,
} from '../../../processors/services/cascade/model/market-state.ts'
import type { Position } from '../../../processors/services/cascade/model/position.ts'
import { type Pools, poolsOf, sellPools } from './reference-pools.ts'

export type ReferenceTally = {
  positions: number
  liquidations: number
  repaidUsd: number
  seizedUsd: number
  feeUsd: number
  badDebtUsd: number
}

export type ReferenceOutcome = {
  perProtocol: Record<Position['protocol'], ReferenceTally>
  firstRound: Record<Position['protocol'], ReferenceTally>
  roundLiquidations: number[]
  converged: boolean
  sold: number[]
  oracleMultiplier: number[]
  marketMultiplier: number[]
  latentBadDebtUsd: Record<Position['protocol'], number>
}

type Entry = { position: Position; health: number; never: boolean }
type Taken = { shelf: number | undefined; token: number; paidUsd: number; amount: number }
type Live = { position: Position; collateral: number[]; debt: number[]; hit: boolean }

export interface ReferenceSimulator {
  simulate(shock: readonly number[], only?: Position['protocol']): ReferenceOutcome
}

export function createReferenceSimulator(
  positions: readonly Position[],
  state: MarketState,
  assumptions: Assumptions = defaultAssumptions,
): ReferenceSimulator {
  const entries: Entry[] = positions
    .filter((p) => p.debt.some((l) => l.amount > 0))
    .map((position) => ({ position, health: healthNow(position), never: isNever(position) }))
    .sort((a, b) => a.health - b.health)

  function healthNow(p: Position): number {
    const weighted = p.collateral.reduce((sum, l) => {
      const kind = state.collateralKinds[l.kind]!
      return sum + l.amount * kind.priceUsd * kind.liquidationThreshold
    }, 0)
    return weighted / debtNow(p)
  }

  function debtNow(p: Position): number {
    return p.debt.reduce((sum, l) => sum + l.amount * state.debtKinds[l.kind]!.priceUsd, 0)
  }

  function isNever(p: Position): boolean {
    if (p.blocked || !p.collateral.some((l) => l.amount * state.collateralKinds[l.kind]!.priceUsd > 0)) return true
    const bonus = Math.max(...p.collateral.map((l) => state.collateralKinds[l.kind]!.liquidationBonus))
    return !['compound-v3', 'fluid'].includes(p.protocol) && debtNow(p) * (bonus - 1) < assumptions.gasCostUsd
  }

  function pricesFor(shock: readonly number[], sold: readonly number[]) {
    const { tokens } = state
    const curves = tokens.map((token) => scaleDepth(token.impact, assumptions.depthMultiplier))
    // Traders have sold into it until it stood at the fallen price.
    const falls = tokens.map(({ base }, t) => Math.min(1, base === null ? shock[t]! : shock[t]! / shock[base]!))
    const impact = tokens.map((token, t) => {
      let amount = sold[t]!
      tokens.forEach((other, o) => {
        if (other.base !== t) return
        const drawn = curves[o]!.kind === 'none' ? 0 : amountUntil(curves[o]!, falls[o]!)
        const brought = Math.min(sold[o]!, proceedsOf(curves[o]!, drawn, sold[o]!) / falls[o]!)
        amount += (brought * other.routedShare * other.priceUsd) / token.priceUsd
      })
      if (amount === 0) return 1
      const [curve, fallen] = [curves[t]!, falls[t]!]
      return curve.kind === 'none' ? 1 : Math.min(1, priceMultiplier(curve, amountUntil(curve, fallen) + amount) / fallen)
    })
    const withBase = tokens.map((token, t) => shock[t]! * (token.base === null ? 1 : impact[token.base]!))
    const market = withBase.map((m, t) => m * impact[t]!)
    const oracle = withBase.map((m, t) => (tokens[t]!.oracle === 'rate' ? m : market[t]!))
    return { market, oracle }
  }

  function simulate(shock: readonly number[], only?: Position['protocol']): ReferenceOutcome {
    const tally = {
      'aave-v3': emptyTally(),
      'morpho-blue': emptyTally(),
      'compound-v3': emptyTally(),
      'euler-v2': emptyTally(),
      fluid: emptyTally(),
    }
    const shelvesUsd = state.shelvesUsd?.slice() ?? []
    const pools = poolsOf(state)
    let firstRound = structuredClone(tally)
    const sold = state.tokens.map(() => 0)
    let [pressing, reckoned] = [[...sold], [...sold]]
    const roundLiquidations: number[] = []
    let { market, oracle } = pricesFor(shock, sold)
    let pending: Live[] = []
    let next = 0
    let converged = false
    while (roundLiquidations.length < assumptions.maxRounds) {
      // No health factor can have fallen further than the deepest fall of any collateral against the highest rise of any debt.
      const worst = Math.min(1, ...oracle) / Math.max(1, ...oracle)
      // Older pools cut thresholds to whole basis points, vaults of Fluid to ratios that they know.
      while (next < entries.length && entries[next]!.health * worst < 1 + 2e-3) {
        const { position, never } = entries[next++]!
        if (never || (only && position.protocol !== only)) continue
        pending.push({
          position,
          collateral: position.collateral.map((l) => l.amount),
          debt: position.debt.map((l) => l.amount),
          hit: false,
        })
      }
      const taken: Taken[] = []
      let liquidations = 0
      const alive: Live[] = []
      for (const live of pending) {
        const result = liquidate(live, oracle, sold, tally[live.position.protocol], taken, pools)
        if (result.liquidated) liquidations++
        if (!result.closed) alive.push(live)
      }
      pending = alive
      sellTaken(taken, shelvesUsd, sold)
      if (only === undefined || only === 'fluid') sellPools({ pools, state, assumptions }, oracle, sold, tally.fluid)
      if (liquidations === 0) {
        converged = true
        break
      }
      roundLiquidations.push(liquidations)
      if (roundLiquidations.length === 1) firstRound = structuredClone(tally)
      // Markets have taken back a share of the pressure; what is newly sold comes on top, and nothing rises.
      pressing = pressing.map((was, t) => Math.max(was, was * (1 - assumptions.refillShare) + sold[t]! - reckoned[t]!))
      reckoned = [...sold]
      ;({ market, oracle } = pricesFor(shock, assumptions.refillShare === 0 ? sold : pressing))
    }
    const latentBadDebtUsd = latent(market)
    return {
      perProtocol: tally,
      firstRound,
      roundLiquidations,
      converged,
      sold,
      oracleMultiplier: oracle,
      marketMultiplier: market,
      latentBadDebtUsd,
    }
  }

  function liquidate(live: Live, oracle: number[], sold: number[], tally: ReferenceTally, taken: Taken[], pools: Pools) {
    const { position } = live
    const kinds = position.collateral.map((l) => state.collateralKinds[l.kind]!)
    const debtKinds = position.debt.map((l) => state.debtKinds[l.kind]!)
    const price = kinds.map((k) => k.priceUsd * (k.follows === null ? 1 : oracle[k.follows]!))
    const debtPrice = debtKinds.map((k) => k.priceUsd * (k.follows === null ? 1 : oracle[k.follows]!))
    const values = live.collateral.map((amount, k) => amount * price[k]!)
    const debts = live.debt.map((amount, k) => amount * debtPrice[k]!)
    const older = kinds.some((kind) => kind.older !== undefined)
    const total = values.reduce((sum, v) => sum + v, 0)
    const exact = values.reduce((sum, v, k) => sum + v * kinds[k]!.liquidationThreshold, 0)
    const weighted =
      kinds.some((kind) => kind.older === 'whole-bps') && total > 0
        ? (total * Math.floor((exact / total) * 1e4 + 1e-7)) / 1e4
        : exact
    const debt = debts.reduce((sum, v) => sum + v, 0)
    if (position.protocol === 'fluid') return byTick()
    if (weighted >= debt) return { liquidated: false, closed: false }

    if (position.protocol === 'compound-v3') return absorb()
    const k = values.indexOf(Math.max(...values))
    const j = debts.indexOf(Math.max(...debts))
    // Euler pays what is missing to a health of one, and no more than its highest.
    const paid = position.protocol === 'euler-v2' ? debt / weighted : Number.POSITIVE_INFINITY
    const [value, owed, bonus] = [values[k]!, debts[j]!, Math.min(kinds[k]!.liquidationBonus, paid)]
    let repaid = owed
    if (older) {
      if (weighted / debt > 0.95) repaid = owed / 2
    } else if (position.protocol === 'aave-v3' && value >= 2000 && owed >= 2000 && weighted / debt > 0.95) {
      repaid = Math.min(owed, debt / 2)
    }
    let seized = repaid * bonus
    if (seized > value) {
      seized = value
      repaid = value / bonus
    } else if (!older && repaid < owed && (owed - repaid < 1000 || value - seized < 1000)) {
      repaid = Math.min(repaid, owed - 1000, (value - 1000) / bonus)
      seized = repaid * bonus
    }
    const fee = (seized - repaid) * kinds[k]!.protocolFeeShare
    live.collateral[k] = seized === value ? 0 : live.collateral[k]! - seized / price[k]!
    live.debt[j] = repaid === owed ? 0 : live.debt[j]! - repaid / debtPrice[j]!
    sold[kinds[k]!.token]! += (assumptions.sellFraction * (seized - fee)) / price[k]!
    if (!live.hit) tally.positions++
    live.hit = true
    tally.liquidations++
    tally.repaidUsd += repaid
    tally.seizedUsd += seized
    tally.feeUsd += fee
    const bare = live.collateral.every((amount) => !(amount > 0))
    if (bare) tally.badDebtUsd += debt - repaid
    return { liquidated: true, closed: bare || live.debt.every((amount) => !(amount > 0)) }

    // Down to the threshold, or all of it above the limit: both by the next ratio below that a vault knows.
    function byTick() {
      const { liquidationThreshold, liquidationBonus: bonus, token, ticks } = kinds[0]!
      const [value, at] = [values[0]!, price[0]! / debtPrice[0]!]
      const cut = (share: number) => {
        const tick = Math.log(share * at) / Math.log(1.0015) + ticks!.shift
        return share * 1.0015 ** (Math.floor(tick) - tick)
      }
      const target = cut(liquidationThreshold)
      if (debt <= value * target * (1 + 1e-9)) return { liquidated: false, closed: false }
      if (!live.hit) tally.positions++
      live.hit = true
      tally.liquidations++
      if (debt > value * cut(ticks!.limit) * (1 + 1e-9)) {
        const pool = pools.get(position.collateral[0]!.kind)!
        pool.collateral += live.collateral[0]!
        pool.debt += live.debt[0]!
        pool.addedUsd += debt - value
        return { liquidated: true, closed: true }
      }
      const needed = (debt - value * target) / (1 - bonus * target)
      const isAll = bonus * target >= 1 || needed * bonus >= value
      const repaid = isAll ? Math.min(debt, value / bonus) : needed
      const seized = repaid * bonus
      tally.repaidUsd += repaid
      tally.seizedUsd += seized
      sold[token]! += (assumptions.sellFraction * seized) / price[0]!
      if (isAll) tally.badDebtUsd += debt - repaid
      live.collateral[0]! -= seized / price[0]!
      live.debt[0]! -= repaid / debtPrice[0]!
      return { liquidated: true, closed: isAll }
    }

    // All collateral against all debt; whoever buys it pays less than it is worth, and only where the market wants to be paid.
    function absorb() {
      const paid = values.map((worth, n) => worth / kinds[n]!.liquidationBonus)
      const repaid = Math.min(
        debt,
        paid.reduce((sum, usd) => sum + usd, 0),
      )
      values.forEach((worth, n) => {
        taken.push({ shelf: kinds[n]!.shelf, token: kinds[n]!.token, paidUsd: paid[n]!, amount: worth / price[n]! })
        tally.seizedUsd += worth
      })
      tally.positions++
      tally.liquidations++
      tally.repaidUsd += repaid
      tally.badDebtUsd += debt - repaid
      return { liquidated: true, closed: true }
    }
  }

  // What a market wants to be paid for is sold, the same share of each thing it has taken in the round.
  function sellTaken(taken: readonly Taken[], shelvesUsd: number[], sold: number[]): void {
    for (const [shelf, all] of Map.groupBy(taken, (one) => one.shelf)) {
      const paidUsd = all.reduce((sum, one) => sum + one.paidUsd, 0)
      const kept = shelf === undefined ? 0 : Math.min(shelvesUsd[shelf]!, paidUsd)
      if (shelf !== undefined) shelvesUsd[shelf]! -= kept
      for (const { token, amount } of all) sold[token]! += assumptions.sellFraction * amount * (1 - kept / paidUsd)
    }
  }

  // Debt not covered at market prices on positions no liquidation reaches: blocked, too small, or behind an oracle that stands still.
  function latent(market: number[]): Record<Position['protocol'], number> {
    const short = { 'aave-v3': 0, 'morpho-blue': 0, 'compound-v3': 0, 'euler-v2': 0, fluid: 0 }
    for (const { position, health, never } of entries) {
      const blind = position.collateral.some(
        (l) => state.collateralKinds[l.kind]!.follows !== state.collateralKinds[l.kind]!.token,
      )
      if (!never && !(blind && health >= 1)) continue
      const worth = (token: number, amount: number) => amount * state.tokens[token]!.priceUsd * market[token]!
      const owned = position.collateral.reduce((sum, l) => sum + worth(state.collateralKinds[l.kind]!.token, l.amount), 0)
      const owed = position.debt.reduce((sum, l) => sum + worth(state.debtKinds[l.kind]!.token, l.amount), 0)
      short[position.protocol] += Math.max(0, owed - owned)
    }
    return short
  }

  return { simulate }
}

function emptyTally(): ReferenceTally {
  return { positions: 0, liquidations: 0, repaidUsd: 0, seizedUsd: 0, feeUsd: 0, badDebtUsd: 0 }
}
