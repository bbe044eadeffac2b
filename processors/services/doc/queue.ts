// How a document becomes queued work: its key, its request record, and the bytes stored beside it.

import { passingType, sha256Of } from '../../../db/facts/blobs.ts'
import { contentKey, type Maker, urlKey } from '../../jobs/convert/keys.ts'
import { documentRequests } from '../../jobs/convert/topic.ts'
import type { Queue, QueuedRequest } from '../../kit/define.ts'
import type { GivenDocument } from './inputs.ts'

export function queueFor(maker: Maker, waitSeconds: number): Queue<unknown> {
  return {
    kind: 'convert',
    topic: documentRequests,
    waitSeconds,
    request: (input) => requestFor(maker, input as GivenDocument),
  }
}

export function keyOf(maker: Maker, { url, sha256, options }: GivenDocument): string {
  return url === undefined ? contentKey(sha256!, options, maker) : urlKey(url, options, maker)
}

function requestFor(maker: Maker, document: GivenDocument): QueuedRequest {
  const { url, sha256, bytes, options } = document
  const [key, { route }] = [keyOf(maker, document), maker]
  if (url !== undefined) return { key, value: { route, url, options } }
  if (route === '/preview-file') {
    // Apart from the same bytes that somebody pays for: those are kept, and these go.
    const passing = sha256Of(Buffer.from(`${route} ${sha256}`))
    return {
      key,
      value: { route, sha256: sha256!, passing, options },
      blob: { name: passing, bytes: bytes!, mediaType: passingType },
    }
  }
  return {
    key,
    value: { route, sha256: sha256!, options },
    blob: { bytes: bytes!, mediaType: 'application/octet-stream' },
  }
}
