// The pools that were made last on each of a few chains, at one moment.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'
import { geckoterminalOrigin, pool } from '../geckoterminal-trending/topic.ts'

/** What we call a chain, and what the upstream does. */
export const launchChains = { base: 'base', ethereum: 'eth', solana: 'solana', bsc: 'bsc', arbitrum: 'arbitrum' } as const
export type LaunchChain = keyof typeof launchChains

export const newPools = snapshots(
  'geckoterminal.new-pools.v1',
  geckoterminalOrigin,
  { chain: Type.String({ enum: Object.keys(launchChains) }), pools: Type.Array(pool, { minItems: 1 }) },
  { key: ({ chain }) => chain, keptDays: 3 },
)
