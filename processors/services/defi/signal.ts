// How risky a protocol is by what is published of it.
import { band, clip, composite, mean, round } from '../../formula/index.ts'
import type { Incident } from './incidents.ts'

export interface ProtocolFacts {
  readonly category: string | null
  readonly tvlUsd: number
  readonly chainTvls: readonly { readonly chain: string; readonly usd: number }[]
  readonly change7dPct: number | null
  readonly mcapUsd: number | null
  readonly audits: number | null
  readonly oracles: readonly string[]
  readonly forkedFrom: readonly string[]
  readonly listedAt: Date | null
  /** Its own token, staked in it or in pools of it; counted in no chain's figure. */
  readonly ownTokenUsd: number | null
  readonly fees30dUsd: number | null
  /** Newest first. */
  readonly incidents: readonly Incident[]
  readonly observedAt: Date
}

export const riskLabels = ['low', 'moderate', 'elevated', 'high', 'critical'] as const

const dayMs = 86_400_000
const priors: readonly [RegExp, number][] = [
  [/bridge/i, 80],
  [/aggregator/i, 60],
  [/cdp|basis/i, 50],
  [/lending|leverage|rwa/i, 45],
  [/liquid\W{0,3}staking|restaking/i, 30],
  [/dex|derivatives|options/i, 35],
]

/** A category nobody has a prior for is taken to be in the middle. */
export const categoryPrior = (category: string): number => priors.find(([pattern]) => pattern.test(category))?.[1] ?? 50

interface Subscore {
  readonly id: string
  readonly weight: number
  readonly score: number | null
  readonly evidence: string
}

export function subscoresOf(facts: ProtocolFacts, now: Date): Subscore[] {
  const ageDays = facts.listedAt === null ? null : (now.getTime() - facts.listedAt.getTime()) / dayMs
  const largest = facts.chainTvls.reduce((max, chain) => Math.max(max, chain.usd), 0)
  // A chain in the red holds nothing of it.
  const total = facts.chainTvls.reduce((sum, chain) => sum + Math.max(0, chain.usd), 0)
  const part = (id: string, weight: number, score: number | null, evidence: string): Subscore => ({ id, weight, score, evidence })
  const { change7dPct, audits, category, tvlUsd } = facts
  return [
    part('size', 0.15, band(Math.log10(Math.max(1, tvlUsd)), 10, 6), `${Math.round(tvlUsd / 1e6)} million USD locked`),
    part(
      'momentum',
      0.15,
      change7dPct === null ? null : 100 * clip(-change7dPct / 50, 0, 1),
      change7dPct === null ? 'unknown' : `${round(change7dPct, 1)} % in 7 days, in dollars`,
    ),
    part(
      'age',
      0.1,
      ageDays === null ? null : band(ageDays, 3 * 365, 90),
      ageDays === null ? 'unknown' : `listed ${Math.round(ageDays)} days ago`,
    ),
    part('audits', 0.1, ...judgeAudits(audits)),
    part('category', 0.1, category === null ? null : categoryPrior(category), category ?? 'unknown'),
    part(
      'concentration',
      0.05,
      total === 0 ? null : 100 * (largest / total),
      total === 0 ? 'unknown' : `${Math.round((100 * largest) / total)} % on one chain`,
    ),
    part('backing', 0.1, ...judgeBacking(facts)),
    part('economics', 0.1, ...judgeEconomics(facts)),
    part('admin', 0.1, null, 'who may change the contracts is not read yet'),
    part('oracle', 0.05, ...judgeOracles(facts)),
  ]
}

/** DefiLlama's code, which is no count of them. */
const auditCodes: Readonly<Record<number, Judged>> = {
  0: [100, 'no audit is known'],
  1: [60, 'part of it is audited'],
  2: [20, 'audited'],
  3: [50, 'a fork of an audited protocol, itself not audited'],
}

const judgeAudits = (code: number | null): Judged => auditCodes[code ?? -1] ?? [null, 'unknown']

type Judged = readonly [score: number | null, evidence: string]

/** What is staked of the own token falls with the protocol: as much of it as of all else is as bad as it gets. */
function judgeBacking({ ownTokenUsd, tvlUsd }: ProtocolFacts): Judged {
  if (ownTokenUsd === null || ownTokenUsd + tvlUsd === 0) return [null, 'no figure of its own token is published']
  const share = ownTokenUsd / (ownTokenUsd + tvlUsd)
  return [100 * clip(share / 0.5, 0, 1), `${round(100 * share, 1)} % of what lies in it is its own token`]
}

/** A token worth little against what it guards invites attack, and one that earns nothing cannot pay for its safety. */
function judgeEconomics({ mcapUsd, fees30dUsd, tvlUsd }: ProtocolFacts): Judged {
  if (tvlUsd === 0) return [null, 'nothing is locked']
  const known: [number, string][] = []
  if (mcapUsd !== null)
    known.push([100 * (1 - clip(mcapUsd / tvlUsd / 0.5, 0, 1)), `token worth ${round(mcapUsd / tvlUsd, 3)} of what it guards`])
  if (fees30dUsd !== null) {
    const yearly = (Math.max(0, fees30dUsd) / 30) * 365
    known.push([100 * (1 - clip(yearly / tvlUsd / 0.05, 0, 1)), `fees of ${round((100 * yearly) / tvlUsd, 2)} % of it a year`])
  }
  if (known.length === 0) return [null, 'neither a token price nor fees are known']
  return [mean(known.map(([score]) => score)), known.map(([, evidence]) => evidence).join(', ')]
}

const oracleNetworks = /chainlink|pyth|redstone|chronicle|api3|band protocol|switchboard|supra|stork/i
const makesOwnPrices = /dex|liquid staking/i

/** How deep: networks of many reporters apart from what the protocol says itself, and whether one can stand in for the other. */
function judgeOracles({ oracles, category }: ProtocolFacts): Judged {
  if (oracles.length === 0)
    return category !== null && makesOwnPrices.test(category)
      ? [20, 'none listed, and prices are made in its own pools']
      : [null, 'none listed']
  const networks = oracles.filter((name) => oracleNetworks.test(name)).length
  const named = oracles.slice(0, 3).join(', ')
  return networks >= 2
    ? [10, `${networks} networks: ${named}`]
    : networks === 1
      ? [25, `one network: ${named}`]
      : [60, `no network of many reporters: ${named}`]
}

const recentDays = 365
const recentIncident = 15

export function computeRisk(facts: ProtocolFacts, now: Date) {
  const parts = subscoresOf(facts, now)
  // Direction plays no part in a sum of risks, so agreement is not asked of it.
  const mix = composite(
    parts.map(({ id, weight, score }) => ({
      id,
      weight,
      score,
      ...(score === null ? {} : { observedAt: facts.observedAt, maxAgeDays: 0.5 }),
    })),
    now,
  )
  const recent = facts.incidents.filter(({ date }) => now.getTime() - Date.parse(date) <= recentDays * dayMs)
  const score = Math.min(100, mix.score + (recent.length > 0 ? recentIncident : 0))
  const level = Math.min(4, Math.floor(score / 20))
  // A label better than elevated needs most of the weight to be known.
  const label = riskLabels[mix.availableWeight < 0.6 ? Math.max(2, level) : level]!
  return { score, label, mix, parts, redFlags: redFlagsOf(facts, recent, now) }
}

function redFlagsOf(facts: ProtocolFacts, recent: readonly Incident[], now: Date): string[] {
  const ageDays = facts.listedAt === null ? null : (now.getTime() - facts.listedAt.getTime()) / dayMs
  return [
    ...recent.map(({ date, lossUsd }) => `lost ${round(lossUsd / 1e6, 1)} million USD on ${date}`),
    ...(facts.change7dPct !== null && facts.change7dPct <= -25
      ? [`value locked fell ${round(-facts.change7dPct, 0)} % in 7 days`]
      : []),
    ...(ageDays !== null && ageDays < 90 ? ['listed less than 90 days ago'] : []),
    ...(facts.audits === 0 ? ['no audit reported'] : []),
    ...(facts.forkedFrom.length > 0 ? [`fork of ${facts.forkedFrom.slice(0, 2).join(', ')}`] : []),
    ...(facts.category !== null && /bridge/i.test(facts.category) ? ['bridge'] : []),
  ]
}
