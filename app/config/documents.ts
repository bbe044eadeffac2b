// The document part of the configuration: how much one document may cost, how long a caller waits, and what is shown for nothing.
import type { ConfigReader } from './reader.ts'

export type DocumentSettings = {
  readonly maxMegabytes: number
  readonly maxPages: number
  /** For the conversion itself, after the document has been fetched. */
  readonly timeoutSeconds: number
  readonly freePages: number
  /** How long one request is held open for the answer; the work goes on beyond it. */
  readonly waitSeconds: number
}

export const defaultDocumentSettings: DocumentSettings = {
  maxMegabytes: 25,
  maxPages: 500,
  timeoutSeconds: 50,
  freePages: 5,
  waitSeconds: 55,
}

export function readDocumentSettings(read: ConfigReader): DocumentSettings {
  const { maxMegabytes, maxPages, timeoutSeconds, freePages, waitSeconds } = defaultDocumentSettings
  return {
    maxMegabytes: read.integer('DOC_MAX_MB', maxMegabytes, 1, 200),
    maxPages: read.integer('DOC_MAX_PAGES', maxPages, 1, 10_000),
    timeoutSeconds: read.integer('DOC_TIMEOUT_SECONDS', timeoutSeconds, 1, 600),
    freePages: read.integer('DOC_FREE_PAGES', freePages, 1, 10_000),
    waitSeconds: read.integer('DOC_WAIT_SECONDS', waitSeconds, 1, 110),
  }
}
