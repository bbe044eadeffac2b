// Reads an upstream's body whole or not at all: unpacked strictly, capped, and of the kind that was asked for; text is decoded, a zip file is not.
import { isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, gunzipSync } from 'node:zlib'
import { createCollector } from '../../base/collect.ts'
import { TollgateError } from '../../base/errors.ts'

export type TextKind = 'json' | 'csv' | 'xml' | 'text' | 'html'
export type BodyKind = TextKind | 'zip'

export interface BodyRequest {
  readonly host: string
  readonly expect: BodyKind
  readonly maxBytes: number
}

export const acceptEncoding = 'gzip, deflate, br'

export type Body = string | Uint8Array

export async function readBody(stream: Readable, headers: IncomingHttpHeaders, request: BodyRequest): Promise<Body> {
  const kept = createCollector()
  for await (const chunk of receive(stream, headers, request)) kept.add(chunk)
  const whole = kept.whole()
  const body = request.expect === 'zip' ? checkZip(request, whole) : decode(unpackFile(whole, request), headers['content-type'])
  if (typeof body === 'string') checkKind({ ...request, expect: request.expect as TextKind }, body)
  if (!isFramed(headers) && !endsWhole(request.expect, body)) {
    throw new TollgateError('upstream_unavailable', `${request.host} hung up in the middle of its answer`, { retryable: true })
  }
  return body
}

/** Writes a body of any kind but a web page to a file as it comes: only one chunk of it is in memory. */
export async function saveBody(
  stream: Readable,
  headers: IncomingHttpHeaders,
  request: Omit<BodyRequest, 'expect'> & { readonly path: string },
): Promise<void> {
  let first = true
  async function* checked() {
    for await (const chunk of receive(stream, headers, request)) {
      if (first && /^\s*</.test(Buffer.from(chunk).toString('latin1', 0, 200)))
        throw new TollgateError('upstream_changed', `${request.host} sent a web page instead of a file`)
      first = false
      yield chunk
    }
  }
  await flow(checked, createWriteStream(request.path))
  if (first) throw new TollgateError('upstream_changed', `${request.host} sent nothing`)
}

async function* receive(
  stream: Readable,
  headers: IncomingHttpHeaders,
  request: Pick<BodyRequest, 'host' | 'maxBytes'>,
): AsyncGenerator<Uint8Array> {
  if (Number(headers['content-length'] ?? 0) > request.maxBytes) {
    abandon(stream)
    throw tooLarge(request)
  }
  let bytes = 0
  for await (const chunk of unpack(stream, headers['content-encoding'], request.host)) {
    bytes += (chunk as Uint8Array).byteLength
    if (bytes > request.maxBytes) throw tooLarge(request)
    yield chunk as Uint8Array
  }
}

/** Leaves a body unread; what its stream says about that is nobody's news. */
export function abandon(stream: Readable): void {
  stream.on('error', () => undefined).destroy()
}

// Node's own streams refuse a packed body that ends early; fetch would pass on what it got of one.
function unpack(stream: Readable, encoding: string | undefined, host: string): Readable {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity' || name === '') return stream
  const unpacker =
    name === 'gzip' || name === 'x-gzip'
      ? createGunzip()
      : name === 'deflate'
        ? createInflate()
        : name === 'br'
          ? createBrotliDecompress()
          : null
  if (unpacker === null) {
    abandon(stream)
    throw new TollgateError('upstream_changed', `${host} packs its answer as ${name}, which was not asked for`)
  }
  // The failure of either stream surfaces where the unpacked one is read.
  return pipeline(stream, unpacker, () => undefined)
}

// A file that is packed itself is sent as it lies there by some, and by others as a packed answer.
function unpackFile(bytes: Buffer, request: Omit<BodyRequest, 'expect'>): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: request.maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(request)
    throw new TollgateError('upstream_changed', `${request.host} sent a packed file that cannot be unpacked`, { cause: error })
  }
}

// Some offices write their files in the letters of Windows and say so nowhere: read as universal ones most of those that are not plain
// come out as the mark for what cannot be read. Of a universal text that is harmed few do.
function decodeUntold(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  if (isUtf8(bytes)) return text
  const [unread, foreign] = [/\uFFFD/g, /[^\p{ASCII}]/gu].map((kind) => text.match(kind)?.length ?? 0) as [number, number]
  if (2 * unread < foreign) return text
  return new TextDecoder('windows-1252').decode(bytes)
}

function decode(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
  try {
    return charset === undefined ? decodeUntold(bytes) : new TextDecoder(charset).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(bytes) // a charset nobody knows
    throw error
  }
}

/** A whole body as text, as `readBody` would tell it. */
export function textOf(bytes: Uint8Array, contentType: string | undefined, request: Omit<BodyRequest, 'expect'>): string {
  return decode(unpackFile(Buffer.from(bytes), request), contentType)
}

// Every zip file begins with the signature of its first entry; office documents are zip files too.
function checkZip({ host }: BodyRequest, bytes: Buffer): Buffer {
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return bytes
  throw new TollgateError('upstream_changed', bytes.length === 0 ? `${host} sent nothing` : `${host} sent no zip file`)
}

function checkKind({ host, expect }: BodyRequest & { readonly expect: TextKind }, body: string): void {
  if (body.trim() === '') throw new TollgateError('upstream_changed', `${host} sent nothing`)
  const start = body.slice(0, 2_000).trimStart()
  const isPage = /^(<!doctype html|<html)/i.test(skipComments(start))
  const isMarkup = (expect === 'json' || expect === 'csv') && start.startsWith('<')
  if ((isPage || isMarkup) && expect !== 'html')
    throw new TollgateError('upstream_changed', `${host} sent a web page instead of ${expect}`)
}

function skipComments(markup: string): string {
  let rest = markup
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end === -1) return ''
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

function isFramed(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

// A body that ends where the connection does may have been cut; only its own last character can tell.
function endsWhole(expect: BodyKind, body: Body): boolean {
  // A zip file's list of entries stands at its end.
  if (typeof body !== 'string') return Buffer.from(body.buffer, body.byteOffset, body.length).includes('PK\u0005\u0006', -65_557)
  if (expect === 'json') return true // parsing tells
  return expect === 'csv' || expect === 'text' ? body.endsWith('\n') : body.trimEnd().endsWith('>')
}

function tooLarge({ host, maxBytes }: Pick<BodyRequest, 'host' | 'maxBytes'>): TollgateError {
  return new TollgateError('upstream_changed', `${host} sent more than ${maxBytes} bytes`)
}
