// How safe a token is to hold: its powers, how much can be sold, who holds it, its age and its trade as one quality score, with caps.
import { clip, type Part } from '../../formula/index.ts'

export const labels = ['safe', 'caution', 'risky', 'dangerous'] as const
export type Label = (typeof labels)[number]

export interface Deduction {
  readonly code: string
  /** Of one. */
  readonly worth: number
}

export interface Market {
  readonly volumeUsd: number
  readonly liquidityUsd: number
  readonly buys: number
  readonly sells: number
}

export interface TokenJudged {
  readonly deductions: readonly Deduction[]
  /** Both sides of all pools; null where nothing that knows pools was asked. */
  readonly liquidityUsd: number | null
  /** Of what is not burnt; 0 to 1. */
  readonly top10Share: number | null
  readonly ageDays: number | null
  readonly market: Market | null
}

export interface Capped {
  readonly isHoneypot: boolean
  readonly isTradable: boolean
  readonly sellTax: number | null
  readonly isUnverifiedUpgradeable: boolean
  readonly anyoneMints: boolean
  readonly liquidityUsd: number | null
}

const weights = { security: 35, liquidity: 25, holders: 20, age: 10, market: 10 }
const fullAgeDays = 180
const fewUsd = 5_000

const sat = (x: number): number => clip(x, 0, 1)

/** $10,000 is nothing yet, ten million all there need be. */
export const liquidityWorth = (usd: number): number => (usd <= 0 ? 0 : sat(Math.log10(usd / 1e4) / 3))

/** A fifth with the ten largest is usual; four fifths are theirs alone. */
export const holdersWorth = (share: number): number => 1 - sat((share - 0.2) / 0.6)

/** Trade that turns the pools over many times a day, or only one way, is made by few. */
export function marketWorth({ volumeUsd, liquidityUsd, buys, sells }: Market): number {
  const turnover = liquidityUsd <= 0 ? 0 : volumeUsd / liquidityUsd
  const turned = sat(turnover / 0.05) * (1 - sat((turnover - 3) / 17))
  const trades = buys + sells
  const balance = trades === 0 ? 0 : 1 - sat((Math.abs(buys / trades - 0.5) - 0.2) / 0.3)
  return 0.5 * turned + 0.5 * balance
}

export function scoreParts({ deductions, liquidityUsd, top10Share, ageDays, market }: TokenJudged): Part[] {
  const percent = (worth: number | null) => (worth === null ? null : 100 * sat(worth))
  const lost = deductions.reduce((sum, { worth }) => sum + worth, 0)
  return [
    { id: 'security', weight: weights.security, score: percent(1 - lost) },
    { id: 'liquidity', weight: weights.liquidity, score: percent(liquidityUsd === null ? null : liquidityWorth(liquidityUsd)) },
    { id: 'holders', weight: weights.holders, score: percent(top10Share === null ? null : holdersWorth(top10Share)) },
    { id: 'age', weight: weights.age, score: percent(ageDays === null ? null : ageDays / fullAgeDays) },
    { id: 'market', weight: weights.market, score: percent(market === null ? null : marketWorth(market)) },
  ]
}

/** The most a token with such a fault is worth, whatever the rest. */
export function capOf(capped: Capped): number {
  return Math.min(
    100,
    capped.isHoneypot ? 0 : 100,
    capped.anyoneMints ? 10 : 100,
    (capped.sellTax ?? 0) > 0.2 ? 15 : 100,
    capped.isTradable ? 100 : 30,
    capped.isUnverifiedUpgradeable ? 35 : 100,
    capped.liquidityUsd !== null && capped.liquidityUsd < fewUsd ? 30 : 100,
  )
}

/** What could not be known is not safe. */
export function labelOf(score: number, known: { readonly coverage: number; readonly isSure: boolean }): Label {
  const label = score >= 70 ? 'safe' : score >= 45 ? 'caution' : score >= 20 ? 'risky' : 'dangerous'
  return label === 'safe' && (known.coverage < 0.6 || !known.isSure) ? 'caution' : label
}

/** agrees: a second opinion says the same; null there is none. */
export function confidenceOf(coverage: number, agrees: boolean | null): number {
  const agreement = agrees === null ? 0.8 : 1
  const confidence = clip(Math.sqrt(coverage) * agreement, 0.05, 0.99)
  return agrees === false ? Math.min(confidence, 0.5) : confidence
}
