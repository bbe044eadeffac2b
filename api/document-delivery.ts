// How a free document leaves: with its ETag, packed where the caller can unpack it, not at all where the caller has it already.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What a handler sets to send a document rather than an answer of the moment. */
export const documentCaching = 'public, max-age=60'

const smallest = 1_024
const mostPackedBytes = 8_388_608

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
    etag: `"${tag}${isPacked ? '-gz' : ''}"`,
  })
  if (has(request, tag)) {
    reply.code(304).removeHeader('content-length')
    return ''
  }
  if (!isPacked) return text
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return pack(tag, text)
}

function takesGzip({ headers }: FastifyRequest): boolean {
  const offered = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i.exec(headers['accept-encoding'] ?? '')
  return offered !== null && Number(offered[1] ?? 1) > 0
}

// Packed or not it is the same document.
function has({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'] ?? ''
  return known.trim() === '*' || known.includes(`"${tag}"`) || known.includes(`"${tag}-gz"`)
}

type Pack = (tag: string, text: string) => Buffer

function createPackedDocuments(): Pack {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  return (tag, text) => {
    const known = kept.get(tag)
    if (known !== undefined) return known
    const packed = gzipSync(text)
    if (bytes + packed.length > mostPackedBytes) {
      kept.clear()
      bytes = 0
    }
    kept.set(tag, packed)
    bytes += packed.length
    return packed
  }
}
