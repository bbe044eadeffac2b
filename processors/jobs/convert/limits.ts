// How much a document may cost: bytes, pages, seconds, memory and output of every program run for it.
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

export const defaultLimits: ConvertLimits = {
  maxBytes: 25 * 1024 * 1024,
  maxPages: 500,
  timeoutMs: 50_000,
  programMemoryBytes: 2 * 1024 * 1024 * 1024,
  programOutputBytes: 24 * 1024 * 1024,
  pagesPerProgram: 20,
  parallelPrograms: 2,
  ocrMaxPages: 20,
  ocrDpi: 300,
}
