// A natural event as one of the feeds tells it, in the words that all of them share.
export interface Hazard {
  readonly source: string
  readonly id: string
  readonly type: string
  readonly title: string
  readonly alert: string | null
  readonly alertScore: number | null
  readonly magnitude: { readonly value: number; readonly unit: string } | null
  readonly tsunami: boolean
  readonly certainty: string | null
  readonly urgency: string | null
  readonly severity: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly countries: readonly string[]
  readonly area: string | null
  /** The state a warning of the United States is for. */
  readonly region: string | null
  readonly startedAt: Date
  readonly updatedAt: Date
  readonly windKt: number | null
  readonly pressureMb: number | null
  readonly movement: string | null
  readonly basin: string | null
  readonly url: string | null
  readonly population: { readonly people: number; readonly basis: string } | null
  /** The one country it is counted to: where it is, or of several the first. */
  readonly country: string | null
}
