// Tells a process that reads the log from one that only seems to: where records wait and no offset moves, it does not work.
import type { Holdings } from '../../db/log/port.ts'
import type { PartitionLag } from '../../db/work/lag.ts'

export interface Progress {
  /** Takes one look. `holdings` is what this process consumes; null for the lag: nobody could tell. */
  look(atMs: number, lags: readonly PartitionLag[] | null, holdings: Holdings): void
  /** What has stood still for too long, as of the last look. */
  stuck(): readonly string[]
}

interface Known {
  next: number
  stoodMs: number
}

/** Only time between two looks that could both tell counts: without a database or a log nobody moves, and a restart helps nobody. */
export function createProgress({ limitMs, mostBetweenLooksMs }: { limitMs: number; mostBetweenLooksMs: number }): Progress {
  let known = new Map<string, Known>()
  let lookedAtMs = Number.NaN
  return {
    look(atMs, lags, holdings) {
      const passedMs = Number.isNaN(lookedAtMs) ? 0 : Math.min(atMs - lookedAtMs, mostBetweenLooksMs)
      lookedAtMs = lags === null ? Number.NaN : atMs
      if (lags === null) return
      const seen = new Map<string, Known>()
      for (const { group, topic, partition, next, lag } of lags) {
        if (lag === 0 || !isOurs(holdings, group, `${topic}/${partition}`)) continue
        const name = `${group} ${topic}/${partition}`
        const before = known.get(name)
        seen.set(name, before?.next === next ? { next, stoodMs: before.stoodMs + passedMs } : { next, stoodMs: 0 })
      }
      known = seen
    },
    stuck: () =>
      [...known]
        .filter(([, { stoodMs }]) => stoodMs >= limitMs)
        .map(
          ([name, { next, stoodMs }]) => `${name} stands at ${next} for ${Math.round(stoodMs / 1_000)} s with records to read`,
        ),
  }
}

/** Held by this process, or by nobody it knows of: it has not been able to join its group. */
function isOurs(holdings: Holdings, group: string, partition: string): boolean {
  const held = holdings.get(group)
  return held === null || held?.has(partition) === true
}
