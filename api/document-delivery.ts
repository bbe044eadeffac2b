// How a free document leaves: with its ETag, packed where the caller can unpack it, not at all where the caller has it already.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What a handler sets to send a document rather than an answer of the moment. */
export const documentCaching = 'public, max-age=60'

const smallest = 1_024
const mostPackedBytes = 8_388_608
// Some tens of milliseconds' work.
const mostPackedInASecond = 2_097_152

/** `isFixed`: the addresses in a document are the same for everybody, so that one copy may serve all. */
export function deliverDocuments(app: FastifyInstance, { isFixed }: { isFixed: boolean }): void {
  const packed = createPackedDocuments()
  app.addHook<unknown>('onSend', (request, reply, payload, next) => {
    if (reply.getHeader('cache-control') !== documentCaching || typeof payload !== 'string') return next(null, payload)
    next(null, deliver(request, reply, payload, isFixed, packed))
  })
}

function deliver(request: FastifyRequest, reply: FastifyReply, text: string, isFixed: boolean, pack: Pack): string | Buffer {
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const isPacked = text.length >= smallest && takesGzip(request)
  reply.headers({
    'cache-control': isFixed ? documentCaching : 'private, no-cache',
    'access-control-allow-origin': '*',
    // The same path says different things on different hosts.
    vary: 'Accept-Encoding, Host',
    etag: `"${tag}"`,
  })
  if (has(request, tag)) {
    reply.code(304).removeHeader('content-length')
    return ''
  }
  const packed = isPacked ? pack(tag, text) : null
  if (packed === null) return text
  reply.headers({ etag: `"${tag}-gz"`, 'content-encoding': 'gzip' }).removeHeader('content-length')
  return packed
}

function takesGzip({ headers }: FastifyRequest): boolean {
  for (const offer of String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')) {
    const [name, ...parameters] = offer.split(';').map((part) => part.trim())
    if (name !== 'gzip' && name !== '*') continue
    const quality = parameters.find((part) => part.startsWith('q='))
    return quality === undefined || Number(quality.slice(2)) > 0
  }
  return false
}

// Packed or not it is the same document.
function has({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'] ?? ''
  return known.trim() === '*' || known.includes(`"${tag}"`) || known.includes(`"${tag}-gz"`)
}

/** Null where too much was packed of late: a document goes as it is rather than keep others waiting. */
type Pack = (tag: string, text: string) => Buffer | null

function createPackedDocuments(): Pack {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  let [secondEnds, packedInIt] = [0, 0]
  return (tag, text) => {
    const known = kept.get(tag)
    if (known !== undefined) return known
    if (performance.now() > secondEnds) [secondEnds, packedInIt] = [performance.now() + 1_000, 0]
    if (packedInIt > mostPackedInASecond) return null
    packedInIt += text.length
    const packed = gzipSync(text, { level: 4 })
    if (bytes + packed.length > mostPackedBytes) {
      kept.clear()
      bytes = 0
    }
    kept.set(tag, packed)
    bytes += packed.length
    return packed
  }
}
