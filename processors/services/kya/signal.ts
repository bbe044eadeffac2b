// Know your agent: what a chain proves about an address, claim by claim, each with the record it rests on. Never a claim about a person.
import { clip, composite, type Part, say } from '../../formula/index.ts'

export const verdicts = ['blocked', 'unregistered', 'unproven', 'established'] as const

export interface AgentFacts {
  readonly address: string
  readonly chainId: number
  readonly block: number
  readonly isWhole: boolean
  readonly sanctioned: boolean | null
  readonly firstSeen: Date | null
  /** The transaction of that transfer; of one long ago only its place is kept. */
  readonly firstTx?: string | null
  readonly sent: number
  readonly counterparties: number
  /** null: no registry is read on this chain. */
  readonly agents:
    | readonly {
        readonly id: string
        readonly uri: string | null
        readonly wallet: string | null
        readonly clients: number
        readonly feedback: number
        readonly mean: number | null
        readonly registeredAt: Date | null
      }[]
    | null
  /** The number of the agent that was asked about, whose judgements count. */
  readonly asked?: string | null
  /** The site that was asked about, which names the agent. */
  readonly site?: { readonly domain: string; readonly isNamedByAgent: boolean | null } | null
  /** Not so: the provider did not tell of payments, and the lists are empty. */
  readonly arePaymentsRead?: boolean
  readonly paid: Payments
  readonly got: Payments
  readonly payers: number
  readonly gotUsd: number | null
  readonly lastPaymentAt: Date | null
}

/** `records`: transactions, the newest of them. */
interface Payments {
  readonly count: number
  readonly records: readonly string[]
}

const dayMs = 86_400_000
const sat = (x: number): number => clip(x, 0, 1)
const prior = 10
const middle = 50
const registry = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'
const reputation = '0x8004BAa17C55a88189AE136b182e5fdA19dE9b63'

export function checkAgent(facts: AgentFacts, now: Date) {
  const { agents, firstSeen, sanctioned, payers, site, arePaymentsRead = true } = facts
  const isStrange = site != null && site.isNamedByAgent !== true
  const named = facts.asked == null ? undefined : agents?.find(({ id }) => id === facts.asked)
  const best = named ?? agents?.toSorted((a, b) => b.clients - a.clients)[0]
  const ageDays = firstSeen === null ? null : (now.getTime() - firstSeen.getTime()) / dayMs
  const matches = best?.wallet == null ? null : best.wallet === facts.address
  const of = (worth: number | null) => (worth === null ? null : 100 * sat(worth))
  // Few judgements say little: as if ten more had said neither good nor bad.
  const judged =
    best === undefined || best.mean === null ? null : (best.mean * best.feedback + middle * prior) / (best.feedback + prior)
  const parts: Part[] = [
    { id: 'registered', weight: 10, score: agents === null ? null : of(best === undefined ? 0 : 1) },
    {
      id: 'wallet_match',
      weight: 5,
      score: agents === null ? null : best === undefined ? 0 : matches === null ? null : of(+matches),
    },
    // Anybody's site may name another's agent: only where the agent names the site too is anything proved.
    { id: 'domain_proof', weight: 10, score: site?.isNamedByAgent == null ? null : of(+site.isNamedByAgent) },
    {
      id: 'reputation',
      weight: 20,
      score: agents === null ? null : of(judged === null ? 0 : (judged / 100) * sat(best!.clients / 10)),
    },
    { id: 'payments', weight: 20, score: arePaymentsRead ? of(Math.log10(1 + payers) / 2) : null },
    { id: 'age', weight: 15, score: of(ageDays === null ? 0 : ageDays / 180) },
    { id: 'activity', weight: 10, score: of(Math.log10(1 + facts.sent) / 3) },
    // Whether its endpoints answer is not tried.
    { id: 'endpoints', weight: 10, score: null },
  ]
  const mix = composite(parts, now)
  // Of who is in no register that could be read, and of a site that its agent does not name, no more than the middle is proved.
  const score = sanctioned === true ? 0 : agents === null || isStrange ? Math.min(middle, mix.score) : mix.score
  const label: (typeof verdicts)[number] =
    sanctioned === true
      ? 'blocked'
      : agents !== null && best === undefined
        ? 'unregistered'
        : best !== undefined && !isStrange && score >= 50 && best.clients >= 5
          ? 'established'
          : 'unproven'
  const few = (best?.clients ?? 0) < 5 ? 0.6 : 0.95
  return {
    mix: { ...mix, score, confidence: Math.min(mix.confidence, few) },
    label,
    ageDays,
    claims: claimsOf(facts, best, ageDays),
    summary:
      `${site == null ? 'Address' : `${site.domain}, ${relations(site.isNamedByAgent)}`} on chain ${facts.chainId}: ${label}; ${agents === null ? 'no registry of agents is read on this chain' : best === undefined ? 'owns no ERC-8004 agent that could be found' : `owns agent ${best.id}, judged by ${best.clients} others`}, ` +
      `${arePaymentsRead ? `${facts.paid.count} x402 payments made and ${facts.got.count} received from ${payers} payers` : 'x402 payments not read'}, ` +
      `${facts.isWhole ? '' : 'at least '}${say(ageDays, 0)} days old${sanctioned === null ? ', sanctions not screened on this chain' : ''}.`,
  }
}

const relations = (isNamed: boolean | null): string =>
  `which names an agent that ${isNamed === null ? 'may or may not name it' : isNamed ? 'names it' : 'does not name it'},`

type Best = NonNullable<AgentFacts['agents']>[number] | undefined

function claimsOf(facts: AgentFacts, best: Best, ageDays: number | null) {
  const at = { chain_id: facts.chainId, block: facts.block }
  const claim = (name: string, value: string, source: string, records: readonly string[] = []) => ({
    claim: name,
    value,
    source,
    ...at,
    records: records.slice(-5),
  })
  return [
    ...(facts.sanctioned === null
      ? []
      : [claim('on_sanctions_oracle', String(facts.sanctioned), 'isSanctioned(address) of the sanctions oracle on this chain')]),
    ...(ageDays === null
      ? []
      : [
          claim(
            'first_seen',
            facts.firstSeen!.toISOString(),
            'its oldest token transfer that could be read',
            facts.firstTx == null ? [] : [facts.firstTx],
          ),
        ]),
    ...(facts.agents === null
      ? []
      : [claim('owns_agents', String(facts.agents.length), `Registered logs and ownerOf of ${registry}`)]),
    ...(best === undefined
      ? []
      : [
          claim('agent_registered', best.id, `${best.registeredAt === null ? 'ownerOf' : 'Registered log'} of ${registry}`),
          claim(
            'judged_by_clients',
            String(best.clients),
            `getClients and getSummary of ${reputation}, without the owner itself`,
          ),
        ]),
    ...(facts.site == null ? [] : siteClaims(facts.site)),
    ...(facts.arePaymentsRead === false ? [] : paymentClaims()),
  ]

  function siteClaims({ domain, isNamedByAgent }: NonNullable<AgentFacts['site']>) {
    const file = `https://${domain}/.well-known/agent-registration.json`
    return [
      claim('site_names_agent', best?.id ?? 'an agent', file),
      ...(isNamedByAgent === null
        ? []
        : [claim('agent_names_site', String(isNamedByAgent), `tokenURI of ${registry}, and what it leads to`)]),
    ]
  }

  function paymentClaims() {
    return [
      claim('x402_payments_made', String(facts.paid.count), 'AuthorizationUsed logs with this authorizer', facts.paid.records),
      claim(
        'x402_payments_received',
        String(facts.got.count),
        'AuthorizationUsed logs beside transfers to this address',
        facts.got.records,
      ),
    ]
  }
}
