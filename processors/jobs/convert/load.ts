// Brings a requested document's bytes: from the store, or from its URL through the one safe client.
import { loadBlob, sha256Of } from '../../../db/facts/blobs.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { FetchRefusal } from '../../safe-fetch/index.ts'
import { type JobContext, JobRefusal } from '../define.ts'
import type { documentRequests } from './topic.ts'

export const fetchSeconds = 15

export interface LoadedDocument {
  readonly bytes: Buffer
  readonly sha256: string
}

export async function loadDocument(
  request: ValueOf<typeof documentRequests>,
  context: JobContext,
  maxBytes: number,
): Promise<LoadedDocument> {
  if (request.sha256 !== undefined) {
    const bytes = await loadBlob(context.database.pool, request.sha256)
    if (bytes === null) throw new JobRefusal('document_gone', 'The document is no longer stored; send it again.')
    return { bytes, sha256: request.sha256 }
  }
  const bytes = await fetchDocument(request.url ?? '', context, maxBytes)
  return { bytes, sha256: sha256Of(bytes) }
}

async function fetchDocument(url: string, context: JobContext, maxBytes: number): Promise<Buffer> {
  const limits = { maxBodyBytes: maxBytes, maxWireBytes: maxBytes, deadlineMs: fetchSeconds * 1_000 }
  try {
    const fetched = await context.safeFetch(url, { signal: context.signal, accept: 'application/pdf', policy: limits })
    if (fetched.status !== 200) throw new JobRefusal('url_not_found', `The URL answered with status ${fetched.status}.`)
    refuseOtherKinds(fetched.headers.get('content-type') ?? '', fetched.body)
    return fetched.body
  } catch (error) {
    if (error instanceof FetchRefusal) throw new JobRefusal(error.code, error.message, { isPassing: error.retryable })
    throw error
  }
}

// Servers label PDFs carelessly, so a wrong label with the right first bytes is let through and a page never is.
function refuseOtherKinds(contentType: string, body: Buffer): void {
  if (body.subarray(0, 1024).includes('%PDF-')) return
  const kind = contentType.split(';')[0]!.trim().slice(0, 60)
  throw new JobRefusal('not_a_pdf', `The URL answered with ${kind === '' ? 'something' : kind} that is not a PDF document.`)
}
