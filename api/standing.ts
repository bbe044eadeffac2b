// What the sources of an answer are worth at this moment: which of their series stand still, which shapes were guessed, what was set aside.

import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/client.ts'
import { lateSeries } from '../db/facts/late-series.ts'
import { allSetAside, listSources, type PolledDetail } from '../db/facts/sources.ts'
import type { Service } from '../processors/kit/define.ts'

export interface Standing {
  /** What an answer's coverage says beside its own; empty where there is nothing to say. */
  readonly coverage: {
    readonly late?: readonly { id: string; observed_at: string; age_days: number }[]
    readonly unproven?: readonly string[]
    readonly set_aside?: readonly { id: string; entries: number }[]
  }
  /** The confidence is that of the formula times this. */
  readonly factor: number
  /** Named where half of what the answer is made of, or more, is too old to sell. */
  readonly dead: string | null
}

export const soundStanding: Standing = { coverage: {}, factor: 1, dead: null }

/** What an answer was made of, as its row says. */
export interface MadeOf {
  readonly key: string
  /** The row's provenance, as JSON. */
  readonly inputs: string
}

export type StandingOf = (service: Service, row: MadeOf | null) => Promise<Standing>

const keptMs = 5_000
// A series that stands still counts half, one beyond its hard age nothing; a guessed shape costs a fifth.
const lateCosts = 0.5
const guessedCosts = 0.2
const mostDead = 0.5
const daySeconds = 86_400

export function createStandings({ database, clock }: { readonly database: Database; readonly clock: Clock }): StandingOf {
  const known = keepFor(keptMs, async () => {
    const details = (await listSources(database.pool)).flatMap(({ source, detail }) => {
      const polled = detail === null ? null : (JSON.parse(detail) as Partial<PolledDetail>)
      return polled?.topic === undefined ? [] : [[polled.topic, { source, ...polled, remarkFrom: remarkFromOf(polled) }] as const]
    })
    return new Map(details)
  })
  return async (service, row) => {
    if (row === null) return soundStanding
    const [sources, now] = [await known(), clock.now()]
    // Nearly always there is nothing to say, and every answer asks.
    const isRemarkable = [...sources].some(([topic, { remarkFrom }]) => now >= remarkFrom && row.inputs.includes(`"${topic}"`))
    return isRemarkable ? judgeStanding(service, row, sources, now) : soundStanding
  }
}

const never = new Date(8.64e15)

/** From when on there is something to say of a source. */
function remarkFromOf(detail: Partial<PolledDetail>): Date {
  if (detail.proof === 'guessed' || allSetAside(detail).count > 0) return new Date(0)
  const [first] = detail.series?.first ?? []
  return first === undefined ? never : new Date(first.late_at)
}

export type KnownSources = ReadonlyMap<string, Partial<PolledDetail> & { readonly source: string }>

export function judgeStanding(service: Service, row: MadeOf, known: KnownSources, now: Date): Standing {
  // What a route promises to sell is sold as stale until then, however often its series should move.
  const promisedDays = Math.max(...service.routes.map(({ hardMaxAgeSeconds }) => hardMaxAgeSeconds)) / daySeconds
  const selected = Map.groupBy(service.selects(row.key), ({ topic }) => topic.name as string)
  const topics = new Set((JSON.parse(row.inputs) as { topic: string }[]).map(({ topic }) => topic))
  const used = [...topics].flatMap((topic) => {
    const of = known.get(topic)
    if (of === undefined) return [{ source: topic, late: [], share: 0, deadShare: 0, isGuessed: false, aside: 0 }]
    // A row whose key is not the one it is computed by is made of any of them.
    const selections = selected.get(topic) ?? [{ keys: undefined }]
    const keys = selections.some((selection) => selection.keys === undefined)
      ? null
      : new Set(selections.flatMap((selection) => selection.keys ?? []))
    const late = lateSeries(of.series, now).filter((one) => one.key === '*' || keys === null || keys.has(one.key))
    const all = late.some((one) => one.key === '*') ? 1 : Math.max(keys?.size ?? of.series?.count ?? 1, 1)
    return [
      {
        source: of.source,
        late,
        share: Math.min(1, late.length / all),
        deadShare: Math.min(1, late.filter((one) => one.is_dead && one.age_days >= promisedDays).length / all),
        isGuessed: of.proof === 'guessed',
        aside: allSetAside(of, (asked) => keys === null || keys.has(asked)).count,
      },
    ]
  })
  const mean = (of: (one: (typeof used)[number]) => number) => used.reduce((sum, one) => sum + of(one), 0) / (used.length || 1)
  const late = used.flatMap((one) =>
    one.late.map(({ key: name, newest_at, age_days }) => ({
      id: name === '*' ? one.source : `${one.source}:${name}`,
      observed_at: newest_at,
      age_days,
    })),
  )
  const unproven = [...new Set(used.filter((one) => one.isGuessed).map(({ source }) => source))]
  const aside = used.filter((one) => one.aside > 0).map(({ source, aside: entries }) => ({ id: source, entries }))
  const deadShare = mean((one) => one.deadShare)
  return {
    coverage: {
      ...(late.length > 0 && { late }),
      ...(unproven.length > 0 && { unproven }),
      ...(aside.length > 0 && { set_aside: aside }),
    },
    factor:
      (1 - lateCosts * mean((one) => one.share) - lateCosts * deadShare) *
      (1 - guessedCosts * mean((one) => Number(one.isGuessed))),
    dead:
      deadShare >= mostDead
        ? late
            .map(({ id }) => id)
            .slice(0, 5)
            .join(', ')
        : null,
  }
}

/** Asked again by whoever comes after that time; meanwhile, and while it is away, the last answer stands. */
export function keepFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; until: number } | null = null
  return () => {
    if (last === null || performance.now() > last.until) {
      const before = last
      const answer = ask().catch((error: unknown) => {
        if (before === null) throw error
        return before.answer
      })
      last = { answer, until: performance.now() + ms }
      answer.catch(() => {
        last = null
      })
    }
    return last.answer
  }
}

// The signal comes first in a body, its confidence before anything of its own with braces.
const confidenceIn = /^(\{"signal":\{[^{}]*"confidence":)([0-9.eE+-]+)/

/** The same body with its confidence as the standing has it. */
export function lowerConfidence(body: string, factor: number): string {
  if (factor >= 1) return body
  return body.replace(confidenceIn, (_all, before: string, confidence: string) => {
    const lowered = Math.floor(Number(confidence) * factor * 100) / 100
    return `${before}${lowered}`
  })
}
