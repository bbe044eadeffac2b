// Which lists are loaded and how old they are: what any screening rests on.
import { composite, round } from '../../stats.ts'

export interface ListState {
  readonly id: string
  readonly records: number
  readonly publishedAt: string | null
  readonly loadedAt: Date | null
}

export const allLists = ['ofac_sdn', 'ofac_cons', 'us_csl', 'un', 'eu', 'uk'] as const

export function computeLists(lists: readonly ListState[], now: Date) {
  const mix = composite(
    allLists.map((id) => {
      const loaded = lists.find((list) => list.id === id)?.loadedAt ?? null
      return {
        id,
        weight: 1,
        score: loaded === null ? null : 100,
        ...(loaded === null ? {} : { observedAt: loaded, maxAgeDays: 2 }),
      }
    }),
    now,
  )
  const known = allLists.flatMap((id) => lists.find((list) => list.id === id) ?? [])
  const rows = known.map((list) => ({
    id: list.id,
    records: list.records,
    published_at: list.publishedAt,
    loaded_at: list.loadedAt?.toISOString() ?? null,
  }))
  return { mix, rows, records: rows.reduce((sum, row) => sum + row.records, 0), share: round(mix.availableWeight, 2) }
}
