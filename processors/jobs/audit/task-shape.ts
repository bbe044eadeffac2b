// What an audit's worker is given beside the bytes, and what it has to say of them.
import type { AnalyserSaid } from './analysers.ts'

export const languages = ['solidity', 'rust', 'move'] as const
export type Language = (typeof languages)[number]

/** How the bytes hold the files: a map of paths to texts, an explorer's answer, or a repository's archive. */
export const forms = ['files', 'sourcify', 'archive'] as const
export type Form = (typeof forms)[number]

export type AuditInput = {
  readonly language: Language
  readonly form: Form
  readonly includeInfo: boolean
  readonly focus: readonly string[]
  readonly asOf: string
  readonly analysers: readonly AnalyserSaid[]
}

/** What a lane of its own is given to ask an installed analyser: its program and the compiler's. */
export type AnalyserInput = { readonly form: Form; readonly slither: string; readonly solc: string }

export type AuditOutput =
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'audit'; readonly files: number; readonly unread: readonly string[] }
