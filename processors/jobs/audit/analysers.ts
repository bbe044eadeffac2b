// Analysers of others beside the engine: what they may say of a source, and whether they were asked at all.
import type { Severity } from './finding.ts'

export type Outside = {
  readonly check: string
  readonly category: string
  readonly severity: Severity
  readonly confidence: number
  readonly file: string
  readonly line_start: number
  readonly line_end: number
  readonly evidence: string
}

export type AnalyserSaid = {
  readonly name: string
  readonly version: string | null
  readonly used: boolean
  /** Why it was not used, or of what it says nothing. */
  readonly note: string | null
  readonly findings: readonly Outside[]
}

export const unused = (name: string, note: string, version: string | null = null): AnalyserSaid => ({
  name,
  version,
  used: false,
  note,
  findings: [],
})
