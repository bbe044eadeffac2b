// Brings a requested document's bytes: from the store, or from its URL through the one safe client.

import { FetchRefusal } from '../../../base/safe-fetch/index.ts'
import { loadBlob, sha256Of } from '../../../db/facts/blobs.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { type JobContext, JobRefusal } from '../define.ts'
import { looksLike } from './office/kind.ts'
import type { documentRequests } from './topic.ts'

export const fetchSeconds = 15
const office = 'application/vnd.openxmlformats-officedocument'
const accept = `application/pdf, ${office}.wordprocessingml.document, ${office}.presentationml.presentation, ${office}.spreadsheetml.sheet, text/html;q=0.5`

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
    const bytes = await loadBlob(context.database.pool, request.passing ?? request.sha256)
    if (bytes === null) throw new JobRefusal('document_gone', 'The document is no longer stored; send it again.')
    return { bytes, sha256: request.sha256 }
  }
  const bytes = await fetchDocument(request.url ?? '', context, maxBytes)
  return { bytes, sha256: sha256Of(bytes) }
}

async function fetchDocument(url: string, context: JobContext, maxBytes: number): Promise<Buffer> {
  const limits = { maxBodyBytes: maxBytes, maxWireBytes: maxBytes, deadlineMs: fetchSeconds * 1_000 }
  try {
    const fetched = await context.safeFetch(url, { signal: context.signal, accept, policy: limits })
    if (fetched.status !== 200) throw new JobRefusal('url_not_found', `The URL answered with status ${fetched.status}.`)
    refuseOtherKinds(url, fetched.headers.get('content-type') ?? '', fetched.body)
    return fetched.body
  } catch (error) {
    if (error instanceof FetchRefusal) throw new JobRefusal(error.code, error.message, { isPassing: error.retryable })
    throw error
  }
}

// Servers label documents carelessly, so the bytes alone say what one is. But a page under the name of a file is an excuse for it.
function refuseOtherKinds(url: string, contentType: string, body: Buffer): void {
  const kind = looksLike(body)
  const said = contentType.split(';')[0]!.trim().slice(0, 60)
  if (kind === null)
    throw new JobRefusal(
      'not_a_document',
      `The URL answered with ${said === '' ? 'something' : said} that is no PDF, DOCX, PPTX, XLSX or HTML document.`,
    )
  const name = /\.(pdf|docx|pptx|xlsx)$/i.exec(new URL(url).pathname)?.[1]
  if (kind === 'html' && name !== undefined)
    throw new JobRefusal('not_a_document', `The URL names a ${name.toUpperCase()} file and answered with a page.`)
}
