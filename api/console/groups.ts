// Services by the question that brings somebody here, told by their tags: a new service finds its own place.
import type { Service } from '../../processors/kit/define.ts'

export interface Group {
  readonly id: string
  readonly title: string
  readonly question: string
  readonly services: readonly Service[]
}

// Shown in this order; a service belongs to the first of `asks` whose tags it has, the narrow questions before the wide ones.
const kinds = [
  {
    id: 'economy',
    title: 'Economy',
    question: 'Where do economies and their rates stand?',
    rank: 7,
    tags: ['macro', 'liquidity', 'housing'],
  },
  {
    id: 'companies',
    title: 'Companies and funds',
    question: 'What is said, held, traded and decided about a company?',
    rank: 3,
    tags: ['equities', 'funds', 'policy', 'wealth'],
  },
  {
    id: 'commodities',
    title: 'Energy and commodities',
    question: 'What do power, oil, metals and crops cost, and why?',
    rank: 5,
    tags: ['energy', 'power', 'commodities', 'futures', 'oil', 'compute'],
  },
  {
    id: 'crypto',
    title: 'Crypto markets',
    question: 'Where is the leverage, and what would fall?',
    rank: 2,
    tags: ['systemic-risk', 'crypto', 'defi', 'derivatives'],
  },
  {
    id: 'checks',
    title: 'Wallets, tokens and code',
    question: 'Whom and what may an agent deal with?',
    rank: 1,
    tags: ['wallets', 'tokens', 'contracts', 'audit', 'compliance', 'agents'],
  },
  {
    id: 'government',
    title: 'Government',
    question: 'What do governments buy, lease and decide?',
    rank: 0,
    tags: ['government'],
  },
  {
    id: 'world',
    title: 'World',
    question: 'What happens in a place, and what comes?',
    rank: 6,
    tags: ['world', 'weather', 'hazards'],
  },
  {
    id: 'documents',
    title: 'Documents, pages and briefs',
    question: 'What does it say, as clean text or in short?',
    rank: 4,
    tags: ['documents', 'web', 'content', 'research'],
  },
] as const
const others = { id: 'more', title: 'More', question: 'What else is sold here?' } as const

export function groupServices(services: readonly Service[]): readonly Group[] {
  const ranked = kinds.toSorted((a, b) => a.rank - b.rank)
  const placed = Map.groupBy(services, ({ tags }) => {
    const kind = ranked.find((one) => one.tags.some((tag) => tags.includes(tag)))
    return kind?.id ?? others.id
  })
  return [...kinds, others].flatMap(({ id, title, question }) => {
    const members = placed.get(id) ?? []
    return members.length === 0 ? [] : [{ id, title, question, services: members }]
  })
}
