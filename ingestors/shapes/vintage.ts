// Facts of upstreams that revise silently carry the time we saw them as their revision; it alone is no reason to log them again.
import Type from 'typebox'
import type { Topic } from '../../db/log/topic.ts'

export const vintage = Type.String({
  format: 'date-time',
  description: 'when this value was fetched; a later one revises an earlier one',
})

/** Of topics whose first facts had none. */
export const vintageIfAny = Type.Optional(vintage)

// What one poll saw has one time, thousands of values long.
let last = { seen: '', revision: 0n }

function revisionOf(seen: string): bigint {
  if (seen !== last.seen) last = { seen, revision: BigInt(Date.parse(seen)) }
  return last.revision
}

export const revisedByVintage = {
  /** Whatever has a vintage revises what has none. */
  revision: ({ vintage: seen }: { vintage?: string }) => (seen === undefined ? 0n : revisionOf(seen)),
  volatile: ['vintage'] as const,
}

/** The values with the time they were seen, where their topic revises by it and they have none of their own. */
export function stampVintage(topic: Topic<any>, values: readonly unknown[], at: Date): unknown[] {
  if (!topic.volatile.includes('vintage')) return [...values]
  const stamp = at.toISOString()
  return values.map((value) => ('vintage' in (value as object) ? value : { ...(value as object), vintage: stamp }))
}
