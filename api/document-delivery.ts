// How a free document leaves: with its ETag, packed where the caller can unpack it, not at all where the caller has it already.
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownBytes } from '../base/own-bytes.ts'
import { type Told, tagOf } from './kept-documents.ts'
import { createSecondBudget } from './second-budget.ts'

/** What a handler sets to send a document rather than an answer of the moment. */
export const documentCaching = 'public, max-age=60'

const smallest = 1_024
const longestPackedWell = 65_536
const mostPackedBytes = 4_194_304
// Some tens of milliseconds' work of another thread.
const mostPackedInASecond = 4_194_304

const tags = new WeakMap<Buffer, string>()

/** A document that is kept: its bytes are nobody's to change. */
export function sendKept(reply: FastifyReply, type: string, { bytes, tag }: Told): FastifyReply {
  tags.set(bytes, tag)
  return reply.type(`${type}; charset=utf-8`).header('cache-control', documentCaching).send(bytes)
}

/** `isFixed`: the addresses in a document are the same for everybody, so that one copy may serve all. */
export function deliverDocuments(app: FastifyInstance, { isFixed }: { isFixed: boolean }): void {
  const pack = createPackedDocuments()
  app.addHook<unknown>('onSend', (request, reply, payload, next) => {
    const tag = reply.getHeader('cache-control') === documentCaching ? tagOfPayload(payload) : undefined
    if (tag === undefined) return next(null, payload)
    deliver(request, reply, { document: payload as Document, tag, isFixed, pack }).then((sent) => next(null, sent), next)
  })
}

function tagOfPayload(payload: unknown): string | undefined {
  return typeof payload === 'string' ? tagOf(payload) : Buffer.isBuffer(payload) ? tags.get(payload) : undefined
}

type Document = string | Buffer
type Delivery = { readonly document: Document; readonly tag: string; readonly isFixed: boolean; readonly pack: Pack }

async function deliver(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, tag, isFixed, pack }: Delivery,
): Promise<Document | null> {
  const packing = document.length >= smallest ? packingFor(request) : null
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
  const packed = packing === null ? null : await pack(tag, document, packing)
  if (packing === null || packed === null) return document
  reply.headers({ etag: `"${tag}-${packing}"`, 'content-encoding': packing }).removeHeader('content-length')
  return packed
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
// The smaller first: where a caller takes several alike, it gets that one.
const packings = {
  // At level 4 brotli takes the time of gzip's, and a fifth less room; what is short is packed well in no time.
  br: (document: Document) => {
    const level = document.length > longestPackedWell ? 4 : 9
    const params = { [zlib.BROTLI_PARAM_QUALITY]: level, [zlib.BROTLI_PARAM_SIZE_HINT]: document.length }
    return compress.br(document, { params })
  },
  gzip: (document: Document) => compress.gzip(document, { level: 4 }),
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
type Pack = (tag: string, document: Document, packing: Packing) => Promise<Buffer> | null

function createPackedDocuments(): Pack {
  // Those being packed too: who comes meanwhile waits for the same one.
  const kept = new Map<string, Promise<Buffer>>()
  let bytes = 0
  const mayPack = createSecondBudget(mostPackedInASecond)
  const keep = async (name: string, made: Promise<Buffer>) => {
    const { length } = await made
    if (bytes + length > mostPackedBytes) {
      kept.clear()
      bytes = 0
    }
    kept.set(name, made)
    bytes += length
  }
  return (tag, document, packing) => {
    const name = `${packing} ${tag}`
    const known = kept.get(name)
    if (known !== undefined) return known
    if (!mayPack(document.length)) return null
    const made = packings[packing](document).then((packed) => ownBytes(packed))
    kept.set(name, made)
    keep(name, made).catch(() => kept.delete(name)) // told to whom waits
    return made
  }
}
