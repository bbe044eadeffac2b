// Of a source's series those that have not moved for too long at a moment, by what its last poll wrote down.

import type { SeriesStatus } from './sources.ts'

export interface LateSeries {
  readonly key: string
  readonly newest_at: string
  readonly age_days: number
  /** Too old to be sold. */
  readonly is_dead: boolean
}

const dayMs = 86_400_000

export function lateSeries(series: SeriesStatus | undefined, now: Date): LateSeries[] {
  const moment = now.getTime()
  return (series?.first ?? [])
    .filter(({ late_at }) => Date.parse(late_at) < moment)
    .map(({ key, newest_at, dead_at }) => ({
      key,
      newest_at,
      age_days: Math.round((moment - Date.parse(newest_at)) / dayMs),
      is_dead: Date.parse(dead_at) < moment,
    }))
}
