// What a licensed option chain adds to the clearing house's counts: premium paid for direction, volatility and its skew, dealers' gamma, contracts that stand out.
import type { OptionChain } from '../../../ingestors/sources/polygon-options/topic.ts'

type Contract = OptionChain['contracts'][number]

const dayMs = 86_400_000
const sharesEach = 100
const aimDays = 30
const unusualRatio = 3
const unusualVolume = 500
const mostUnusual = 15
// Further from it no contract stands for a delta of a quarter.
const deltaSlack = 0.1
const onePercent = 0.01

export function readChain({ contracts, spot_usd: spot, read_at }: OptionChain) {
  const at = new Date(read_at)
  const premium = { calls: premiumOf(contracts, 'call'), puts: premiumOf(contracts, 'put') }
  const paid = premium.calls + premium.puts
  return {
    at,
    contracts: contracts.length,
    premium,
    /** -1 all on puts, 1 all on calls. */
    imbalance: paid === 0 ? null : (premium.calls - premium.puts) / paid,
    iv30: volatilityAt(contracts, spot, at),
    skew: skewOf(contracts, at),
    gex: gammaOf(contracts, spot),
    unusual: unusualOf(contracts),
  }
}

/** What was paid in a day for moving with the underlying: price times volume times delta, whatever its sign. */
function premiumOf(contracts: readonly Contract[], side: Contract['side']): number {
  return contracts
    .filter((one) => one.side === side && one.mid_usd !== null && one.delta !== null)
    .reduce((sum, { mid_usd, volume, delta }) => sum + mid_usd! * volume * sharesEach * Math.abs(delta!), 0)
}

/** Dollars of the underlying that dealers must trade for a move of one percent, if they are long all calls and short all puts. */
function gammaOf(contracts: readonly Contract[], spot: number | null): number | null {
  const known = contracts.filter(({ gamma }) => gamma !== null)
  if (spot === null || known.length === 0) return null
  return known.reduce(
    (sum, { side, gamma, open }) => sum + (side === 'call' ? 1 : -1) * gamma! * open * sharesEach * spot ** 2 * onePercent,
    0,
  )
}

const daysTo = (expiry: string, at: Date): number => (Date.parse(expiry) - at.getTime()) / dayMs

/** At the money in 30 days: variances of the expiries before and after it, in proportion; none is carried beyond them. */
function volatilityAt(contracts: readonly Contract[], spot: number | null, at: Date): number | null {
  if (spot === null) return null
  const known = contracts.filter(({ iv, expiry }) => iv !== null && daysTo(expiry, at) > 0)
  const terms = [...Map.groupBy(known, ({ expiry }) => expiry)]
    .map(([expiry, own]) => ({ days: daysTo(expiry, at), iv: atTheMoney(own, spot) }))
    .sort((a, b) => a.days - b.days)
  const after = terms.find(({ days }) => days >= aimDays)
  const before = terms.findLast(({ days }) => days <= aimDays)
  if (after === undefined || before === undefined) return null
  const part = after.days === before.days ? 0 : (aimDays - before.days) / (after.days - before.days)
  const variance = (1 - part) * before.iv ** 2 * before.days + part * after.iv ** 2 * after.days
  return 100 * Math.sqrt(variance / aimDays)
}

function atTheMoney(contracts: readonly Contract[], spot: number): number {
  const nearest = contracts.reduce((best, one) => (Math.abs(one.strike - spot) < Math.abs(best.strike - spot) ? one : best))
  const both = contracts.filter(({ strike }) => strike === nearest.strike)
  return both.reduce((sum, { iv }) => sum + iv!, 0) / both.length
}

/** How much dearer a put of a quarter's delta is than such a call, in points of volatility, at the expiry nearest to 30 days. */
function skewOf(contracts: readonly Contract[], at: Date): number | null {
  const known = contracts.filter(({ iv, delta, expiry }) => iv !== null && delta !== null && daysTo(expiry, at) > 0)
  const off = ({ expiry }: Contract) => Math.abs(daysTo(expiry, at) - aimDays)
  const [nearest] = known.toSorted((a, b) => off(a) - off(b) || (a.expiry < b.expiry ? -1 : 1))
  const quarter = (side: Contract['side']) =>
    known
      .filter((one) => one.side === side && one.expiry === nearest?.expiry)
      .map((one) => ({ iv: one.iv!, off: Math.abs(Math.abs(one.delta!) - 0.25) }))
      .filter((one) => one.off <= deltaSlack)
      .sort((a, b) => a.off - b.off)[0]
  const [put, call] = [quarter('put'), quarter('call')]
  return put === undefined || call === undefined ? null : 100 * (put.iv - call.iv)
}

/** Traded several times over what is held, and not by a handful. */
function unusualOf(contracts: readonly Contract[]) {
  return contracts
    .filter(({ volume, open }) => volume >= unusualVolume && volume >= unusualRatio * open)
    .map(({ expiry, strike, side, volume, open, mid_usd }) => ({
      expiry,
      strike,
      side: side as 'call' | 'put',
      volume,
      oi: open,
      premium_usd: mid_usd === null ? null : mid_usd * volume * sharesEach,
    }))
    .sort(
      (a, b) =>
        (b.premium_usd ?? 0) - (a.premium_usd ?? 0) ||
        (`${a.expiry} ${a.strike} ${a.side}` < `${b.expiry} ${b.strike} ${b.side}` ? -1 : 1),
    )
    .slice(0, mostUnusual)
}
