// How much a document may cost: bytes, pages, seconds, memory and output of every program run for it.
import { type DocumentSettings, defaultDocumentSettings } from '../../../app/config/documents.ts'

export type ConvertLimits = {
  maxBytes: number
  maxPages: number
  timeoutMs: number
  programMemoryBytes: number
  programOutputBytes: number
  pagesPerProgram: number
  parallelPrograms: number
  ocrMaxPages: number
  ocrDpi: number
}

export const megabyte = 1024 * 1024

/** As the operator has set them. */
export function limitsFor({ maxMegabytes, maxPages, timeoutSeconds }: DocumentSettings): ConvertLimits {
  return { ...ownLimits, maxBytes: maxMegabytes * megabyte, maxPages, timeoutMs: timeoutSeconds * 1_000 }
}

const ownLimits = {
  programMemoryBytes: 2 * 1024 * megabyte,
  programOutputBytes: 24 * megabyte,
  pagesPerProgram: 20,
  parallelPrograms: 2,
  ocrMaxPages: 20,
  ocrDpi: 300,
}

export const defaultLimits = limitsFor(defaultDocumentSettings)
