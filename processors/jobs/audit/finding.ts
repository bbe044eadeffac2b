// What an analysis finds: a known class of mistake at a place, with what it means and how it is mended.
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof severities)[number]

/** What is true of every finding of one detector. */
export type Rule = {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly severity: Severity
  /** How often a finding of it is one, as far as it could be measured or judged. */
  readonly confidence: number
  readonly swc?: string
  readonly cwe?: string
  readonly why: string
  readonly exploit: string
  readonly fix: string
}

export type Place = { readonly file: string; readonly line_start: number; readonly line_end: number }

export type Raised = {
  readonly rule: string
  readonly place: Place
  readonly where: string
  /** What in the source says so. */
  readonly evidence: string
  /** Where one mend ends several findings, what would be mended. */
  readonly cause?: string
  readonly severity?: Severity
  readonly confidence?: number
  readonly trace?: readonly Place[]
}

export type Surface = {
  readonly contracts: readonly { name: string; kind: string; file: string; bases: readonly string[] }[]
  readonly entry_points: number
  readonly payable: readonly string[]
  readonly privileged: readonly { function: string; guard: string }[]
  readonly external_calls: number
}

/** What an engine says of a set of files. */
export type Analysis = {
  readonly raised: readonly Raised[]
  readonly surface: Surface
  readonly versions: readonly string[]
  readonly unresolved: readonly string[]
  readonly notExamined: readonly string[]
  readonly filesRead: readonly string[]
}

export type SourceFile = { readonly path: string; readonly text: string }

export type Unread = { readonly path: string; readonly reason: string }

export class SourceRefusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'SourceRefusal'
    this.code = code
  }
}
