// How much a document may cost: bytes, pages, seconds, memory and output of every program run for it.
import { type DocumentSettings, defaultDocumentSettings } from '../../../app/config/documents.ts'
import { ConvertRefusal } from './refusal.ts'

export type ConvertLimits = {
  maxBytes: number
  maxPages: number
  timeoutMs: number
  programMemoryBytes: number
  programOutputBytes: number
  pagesPerProgram: number
  parallelPrograms: number
  ocrMaxPages: number
  /** Beside pages that are pictures as a whole. */
  ocrMaxPictures: number
  ocrDpi: number
  /** Of a page of what is no PDF: a sheet may be as long as a book. Null: as much as there is. */
  pageCharacters: number | null
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
  ocrMaxPictures: 24,
  ocrDpi: 300,
  pageCharacters: null,
}

export const tooLarge = ({ maxBytes }: ConvertLimits): ConvertRefusal =>
  new ConvertRefusal('too_large', `the document is larger than the ${Math.floor(maxBytes / megabyte)} MB one call may convert`)

export const defaultLimits = limitsFor(defaultDocumentSettings)
