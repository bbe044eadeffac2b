// How far a contract can be taken for what its shown source says: verification, who may change it, its age, as one quality score.
import { clip, type Part } from '../../formula/index.ts'

export const labels = ['verified_exact', 'verified', 'partially', 'unverified', 'unknown'] as const

export type Match = 'exact_match' | 'match' | null
export type Holder = 'eoa' | 'multisig' | 'timelock' | 'contract' | 'none'

export interface Judged {
  /** undefined: the registry did not answer. */
  readonly own: Match | undefined
  /** Of the code that is really run; undefined where that is its own, or the registry did not answer. */
  readonly implementation: Match | undefined
  readonly isProxy: boolean
  /** Who may change the code; null where nobody may, undefined where it could not be found. */
  readonly admin: Holder | null | undefined
  readonly ageDays: number | null
  /** How many transactions the deployer has sent; a key made for one deployment has sent a few. */
  readonly deployerTransactions: number | null
}

const weights = { match: 50, implementation: 20, admin: 15, age: 10, deployer: 5 }
const fullAgeDays = 365
const matchWorth = { exact_match: 1, match: 0.8 }
const adminWorth: Readonly<Record<Holder, number>> = { none: 1, timelock: 0.8, multisig: 0.6, contract: 0.3, eoa: 0 }

const worthOf = (match: Match): number => (match === null ? 0 : matchWorth[match])

/** A proxy is never better than what it runs. */
export function heldMatch({
  own,
  implementation,
  isProxy,
}: Pick<Judged, 'own' | 'implementation' | 'isProxy'>): Match | undefined {
  if (!isProxy || own === undefined || implementation === undefined) return own
  return worthOf(own) <= worthOf(implementation) ? own : implementation
}

export function labelOf(judged: Pick<Judged, 'own' | 'implementation' | 'isProxy'>): (typeof labels)[number] {
  const held = heldMatch(judged)
  if (held === undefined) return 'unknown'
  if (held !== null) return held === 'exact_match' ? 'verified_exact' : 'verified'
  return judged.isProxy && (judged.own ?? judged.implementation ?? null) !== null ? 'partially' : 'unverified'
}

/** Scores of 0 to 100; null where something could not be known, which is then left out rather than taken for safe. */
export function scoreParts(judged: Judged): Part[] {
  const held = heldMatch(judged)
  const implementation = judged.isProxy ? judged.implementation : judged.own
  const percent = (worth: number | null | undefined) => (worth === null || worth === undefined ? null : 100 * clip(worth, 0, 1))
  return [
    { id: 'verification', weight: weights.match, score: percent(held === undefined ? null : worthOf(held)) },
    {
      id: 'implementation',
      weight: weights.implementation,
      score: percent(implementation === undefined ? null : Number(implementation !== null)),
    },
    {
      id: 'admin',
      weight: weights.admin,
      score: percent(judged.admin === undefined ? null : judged.admin === null ? 1 : adminWorth[judged.admin]),
    },
    { id: 'age', weight: weights.age, score: percent(judged.ageDays === null ? null : judged.ageDays / fullAgeDays) },
    {
      id: 'deployer',
      weight: weights.deployer,
      score: percent(judged.deployerTransactions === null ? null : Math.log10(1 + judged.deployerTransactions) / 3),
    },
  ]
}

/** Coverage, and the agreement of one source with itself, as the answer's certainty; at most 0.99. */
export function confidenceOf(parts: readonly Part[]): number {
  const sum = (list: readonly Part[]) => list.reduce((total, { weight }) => total + weight, 0)
  const coverage = sum(parts.filter(({ score }) => score !== null)) / sum(parts)
  const singleSource = 0.8
  return clip(Math.sqrt(coverage) * singleSource, 0.05, 0.99)
}
