// The work that workers do, by name: what each is given beside its bytes and what comes back. Types only: the program sees no more of it.
import type { AnalyserSaid } from '../audit/analysers.ts'
import type { AnalyserInput, AuditInput, AuditOutput } from '../audit/task-shape.ts'
import type { ConvertLimits } from '../convert/limits.ts'
import type { RefusalCode } from '../convert/refusal.ts'
import type { ConvertOptions } from '../convert/schema.ts'
import type { ReadRefusalCode } from '../read/refusal.ts'
import type { RepurposeInput, RepurposeOutput } from '../repurpose/task-shape.ts'
import type { Lane } from './limits.ts'

export type PageInput = {
  readonly contentType: string
  readonly url: string
  readonly maxChars: number
  readonly format: 'markdown' | 'text'
  readonly links: 'inline' | 'none'
  readonly images: 'none' | 'inline'
}

export type PageOutput =
  /** Its body is the page as JSON. */
  | { readonly kind: 'page' }
  | { readonly kind: 'refused'; readonly code: ReadRefusalCode }
  /** Work for the other lane. */
  | { readonly kind: 'pdf' }

export type DocumentRefused = { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string }

export type DocumentOutput =
  | DocumentRefused
  | {
      readonly kind: 'document'
      readonly warnings: readonly string[]
      readonly pages: number
      readonly failedPages: readonly number[]
      /** What a model would be given; empty where none is asked for. */
      readonly forModel: string
    }

export type Tasks = {
  page: { input: PageInput; output: PageOutput }
  robots: { input: { readonly url: string; readonly agent: string }; output: 'allowed' | 'refused' }
  /** Its body is the answer's JSON text, without a model's words. */
  repurpose: { input: RepurposeInput; output: RepurposeOutput }
  /** Its body is the answer's JSON text. */
  document: {
    input: {
      readonly options: ConvertOptions
      readonly limits: ConvertLimits
      readonly asOf: string
      readonly withTables: boolean
      readonly forModelCharacters: number
    }
    output: DocumentOutput
  }
  'pdf-page': {
    input: { readonly limits: Partial<ConvertLimits>; readonly maxChars: number; readonly format: 'markdown' | 'text' }
    output: DocumentRefused | { readonly kind: 'page' }
  }
  /** Its body is the answer's JSON text. */
  audit: { input: AuditInput; output: AuditOutput }
  analyse: { input: AnalyserInput; output: AnalyserSaid }
}

export type TaskName = keyof Tasks

/** What a worker has to say of its work; the text goes as bytes. */
export type Done<T extends TaskName> = { output: Tasks[T]['output']; text: string }

export const laneOf: Readonly<Record<TaskName, Lane>> = {
  page: 'page',
  robots: 'page',
  repurpose: 'page',
  document: 'document',
  'pdf-page': 'document',
  audit: 'audit',
  analyse: 'analyser',
}
