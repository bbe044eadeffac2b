// Brings the bytes of an audit: from the store, from Sourcify where a contract is verified, or a repository's archive; the latter through the one safe client.

import { FetchRefusal } from '../../../base/safe-fetch/index.ts'
import { loadBlob } from '../../../db/facts/blobs.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { type JobContext, JobRefusal } from '../define.ts'
import { mostArchiveBytes, mostExplorerBytes } from './limits.ts'
import type { Form } from './task-shape.ts'
import type { auditRequests } from './topic.ts'

export const fetchSeconds = 20
type Loaded = { readonly bytes: Buffer; readonly form: Form }

export async function loadSource(request: ValueOf<typeof auditRequests>, context: JobContext): Promise<Loaded> {
  const { sha256, address, chain_id, github_url } = request
  if (sha256 !== undefined) {
    const bytes = await loadBlob(context.database.pool, sha256)
    if (bytes === null) throw new JobRefusal('source_gone', 'The source is no longer stored; send it again.')
    return { bytes, form: 'files' }
  }
  if (address !== undefined) {
    const url = `https://sourcify.dev/server/v2/contract/${chain_id}/${address}?fields=sources,compilation`
    return {
      bytes: await bring(
        url,
        context,
        mostExplorerBytes,
        'source_unverified',
        'Sourcify has no verified source for this address.',
      ),
      form: 'sourcify',
    }
  }
  const [, owner, name] = new URL(github_url!).pathname.split('/')
  const url = `https://codeload.github.com/${owner}/${name}/zip/HEAD`
  return {
    bytes: await bring(url, context, mostArchiveBytes, 'repository_not_found', 'There is no such public repository.'),
    form: 'archive',
  }
}

async function bring(url: string, context: JobContext, maxBytes: number, missing: string, message: string): Promise<Buffer> {
  const policy = { maxBodyBytes: maxBytes, maxWireBytes: maxBytes, deadlineMs: fetchSeconds * 1_000 }
  try {
    const { status, body } = await context.safeFetch(url, { signal: context.signal, policy })
    if (status === 404) throw new JobRefusal(missing, message, { isPassing: true })
    if (status !== 200)
      throw new JobRefusal('source_away', `Where the source is published answered with status ${status}.`, { isPassing: true })
    return body
  } catch (error) {
    if (error instanceof FetchRefusal) throw new JobRefusal(error.code, error.message, { isPassing: error.retryable })
    throw error
  }
}
