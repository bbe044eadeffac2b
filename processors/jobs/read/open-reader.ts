// Opens page reading for a job: fetched by the one safe client, converted in workers, refused by name.
import { FetchRefusal } from '../../../base/safe-fetch/index.ts'
import { ConvertRefusal } from '../convert/refusal.ts'
import { JobRefusal, type JobResources } from '../define.ts'
import { documentLimits } from '../workers/limits.ts'
import type { WorkerPool } from '../workers/pool.ts'
import type { Converted } from './convert.ts'
import { createReader, createRobots, type PdfReader, ReadRefusal } from './index.ts'

const pdfLimits = { timeoutMs: 20_000, maxPages: 100, ocrMaxPages: 3, ocrMaxPictures: 4 }

function createPdfReader(workers: WorkerPool): PdfReader {
  return {
    async read(bytes, wishes, options) {
      const input = { limits: pdfLimits, ...wishes }
      const work = { input, body: bytes, limits: documentLimits(pdfLimits.timeoutMs) }
      const { output, body } = await workers.run('pdf-page', work, options)
      if (output.kind === 'refused') throw new ConvertRefusal(output.code, output.message)
      return JSON.parse(body.toString('utf8')) as Converted
    },
  }
}

export function openReader({ safeFetch, clock, workers }: JobResources) {
  const now = () => clock.now()
  workers.warm('page')
  const robots = createRobots({ safeFetch, workers, now })
  const pdf = createPdfReader(workers)
  return { read: createReader({ safeFetch, workers, robots, pdf, now }), close: async () => undefined }
}

export function refusalFor(error: unknown): unknown {
  if (error instanceof FetchRefusal) return new JobRefusal(error.code, error.message, { isPassing: error.retryable })
  if (error instanceof ConvertRefusal && !error.retryable) return new JobRefusal(error.code, error.message)
  if (!(error instanceof ReadRefusal)) return error
  const status = error.siteStatus === null ? '' : ` Its status was ${error.siteStatus}.`
  const isPassing = error.retryable || error.siteStatus === 429 || (error.siteStatus ?? 0) >= 500
  return new JobRefusal(error.code, `${error.message}${status}`, { isPassing })
}
