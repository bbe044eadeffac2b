// The system's risk as it was: a fact every ten minutes in a ring of eight days, so that what has changed since is a matter of facts too.
import Type from 'typebox'
import { defineTopic, type ValueOf } from '../../../db/log/topic.ts'
import type { Past, PastRisk } from './answers/changes.ts'
import { allChains } from './rows/drafts.ts'

const slotSeconds = 600
const slots = 8 * 24 * 6

/** Written by the service itself, from its own /risk rows; replay finds it in the log like every other fact. */
export const riskPast = defineTopic({
  name: 'cascade.risk-past.v1',
  origin: {
    id: 'cascade-past',
    name: 'This service’s own earlier answers',
    url: 'https://www.x402.org/',
    licence: 'own data',
    attribution: 'computed here',
  },
  schema: Type.Object({
    at: Type.String({ format: 'date-time' }),
    // Ten-minute slots since 1970; the larger one takes an old one's place in the ring.
    slot: Type.Integer({ minimum: 0 }),
    score: Type.Number({ minimum: 0, maximum: 100 }),
    at_risk_collateral_usd: Type.Number({ minimum: 0 }),
  }),
  retention: { days: 30, compact: true },
  key: ({ slot }) => `${allChains}:${slot % slots}`,
  observedAt: ({ at }) => new Date(at),
  revision: ({ slot }) => BigInt(slot),
})
export type PastFact = ValueOf<typeof riskPast>

export const slotOf = (at: Date): number => Math.floor(at.getTime() / 1_000 / slotSeconds)

export function pastFact(at: Date, risk: PastRisk): PastFact {
  return { at: at.toISOString(), slot: slotOf(at), score: risk.score, at_risk_collateral_usd: risk.atRiskCollateralUsd }
}

const hour = 3_600
// How long before the moment asked about the answer may lie.
const spans = { '1h': [hour, hour / 3], '24h': [24 * hour, hour], '7d': [7 * 24 * hour, 6 * hour] } as const

export function pastAt(facts: readonly PastFact[], now: Date): Past {
  const since = ([ageSeconds, spareSeconds]: readonly [number, number]): PastRisk | null => {
    const target = now.getTime() - ageSeconds * 1_000
    let found: PastFact | null = null
    for (const fact of facts) {
      const at = Date.parse(fact.at)
      if (at <= target && at >= target - spareSeconds * 1_000 && (found === null || at > Date.parse(found.at))) found = fact
    }
    return found === null ? null : { score: found.score, atRiskCollateralUsd: found.at_risk_collateral_usd }
  }
  const firstAt = facts.reduce<string | null>((first, { at }) => (first === null || at < first ? at : first), null)
  return { '1h': since(spans['1h']), '24h': since(spans['24h']), '7d': since(spans['7d']), firstAt }
}
