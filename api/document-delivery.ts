// How a free document leaves: with its ETag, packed where the caller can unpack it, not at all where the caller has it already.
import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What a handler sets to send a document rather than an answer of the moment. */
export const documentCaching = 'public, max-age=60'

const smallest = 1_024
const longestPackedWell = 65_536
const mostPackedBytes = 8_388_608
// Some tens of milliseconds' work.
const mostPackedInASecond = 4_194_304

/** `isFixed`: the addresses in a document are the same for everybody, so that one copy may serve all. */
export function deliverDocuments(app: FastifyInstance, { isFixed }: { isFixed: boolean }): void {
  const packed = createPackedDocuments()
  app.addHook<unknown>('onSend', (request, reply, payload, next) => {
    if (reply.getHeader('cache-control') !== documentCaching || typeof payload !== 'string') return next(null, payload)
    next(null, deliver(request, reply, payload, isFixed, packed))
  })
}

function deliver(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  isFixed: boolean,
  pack: Pack,
): string | Buffer | null {
  const tag = tagOf(text)
  const packing = text.length >= smallest ? packingFor(request) : null
  reply.headers({
    'cache-control': isFixed ? documentCaching : 'private, no-cache',
    'access-control-allow-origin': '*',
    // The same path says different things on different hosts.
    vary: 'Accept-Encoding, Host',
    etag: `"${tag}"`,
  })
  if (has(request, tag)) {
    reply.code(304).removeHeader('content-length')
    return null
  }
  const packed = packing === null ? null : pack(tag, text, packing)
  if (packing === null || packed === null) return text
  reply.headers({ etag: `"${tag}-${packing}"`, 'content-encoding': packing }).removeHeader('content-length')
  return packed
}

// Of a document of a megabyte its hash would be most of the work.
const tags = new Map<string, string>()
const mostTaggedCharacters = 8_388_608
let taggedCharacters = 0

function tagOf(text: string): string {
  const known = tags.get(text)
  if (known !== undefined) return known
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  if (taggedCharacters + text.length > mostTaggedCharacters) {
    tags.clear()
    taggedCharacters = 0
  }
  tags.set(text, tag)
  taggedCharacters += text.length
  return tag
}

// The smaller first: where a caller takes several alike, it gets that one.
const packings = {
  // At level 4 brotli takes the time of gzip's, and a fifth less room; what is short is packed well in no time.
  br: (text: string) => {
    const level = text.length > longestPackedWell ? 4 : 9
    return brotliCompressSync(text, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: level, [zlib.BROTLI_PARAM_SIZE_HINT]: text.length },
    })
  },
  gzip: (text: string) => gzipSync(text, { level: 4 }),
} as const
type Packing = keyof typeof packings

/** The one its caller likes best (RFC 9110, 12.5.3), null where it takes neither. */
function packingFor({ headers }: FastifyRequest): Packing | null {
  const worth = new Map<string, number>()
  for (const offer of String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = offer.split(';').map((part) => part.trim())
    const quality = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1)
    worth.set(name, Number.isNaN(quality) ? 0 : quality)
  }
  const worthOf = (name: Packing) => worth.get(name) ?? worth.get('*') ?? 0
  return worthOf('br') > 0 && worthOf('br') >= worthOf('gzip') ? 'br' : worthOf('gzip') > 0 ? 'gzip' : null
}

// Packed or not it is the same document.
function has({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'] ?? ''
  return known.trim() === '*' || [tag, `${tag}-br`, `${tag}-gzip`].some((one) => known.includes(`"${one}"`))
}

/** Null where too much was packed of late: a document goes as it is rather than keep others waiting. */
type Pack = (tag: string, text: string, packing: Packing) => Buffer | null

function createPackedDocuments(): Pack {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  let [secondEnds, packedInIt] = [0, 0]
  return (tag, text, packing) => {
    const name = `${packing} ${tag}`
    const known = kept.get(name)
    if (known !== undefined) return known
    if (performance.now() > secondEnds) [secondEnds, packedInIt] = [performance.now() + 1_000, 0]
    if (packedInIt > mostPackedInASecond) return null
    packedInIt += text.length
    const packed = packings[packing](text)
    if (bytes + packed.length > mostPackedBytes) {
      kept.clear()
      bytes = 0
    }
    kept.set(name, packed)
    bytes += packed.length
    return packed
  }
}
