// Decoders for compressed bodies with bounded windows; the output is counted by whoever reads it.
import { Duplex, pipeline, Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { FetchRefusal } from './refusal.ts'

const mostEncodings = 2
// RFC 9659: a zstd content encoding needs no window above 8 MB; the library's own default would allow 128 MB.
const zstdWindowLog = 23

export const acceptEncoding = 'gzip, deflate, br, zstd'

export function createDecoders(contentEncoding: string | undefined): Duplex[] {
  const names = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > mostEncodings) throw new FetchRefusal('encoding_unsupported')
  return names.reverse().map(createDecoder)
}

function createDecoder(name: string): Duplex {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip()
  if (name === 'deflate') return Duplex.from(inflateEither)
  if (name === 'br') return createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 0 } })
  if (name === 'zstd') return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } })
  throw new FetchRefusal('encoding_unsupported')
}

// "deflate" means zlib-wrapped, yet some servers send the bare stream; the first byte tells them apart.
async function* inflateEither(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const inflate = (first.value[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw()
  const whole = Readable.from(
    (async function* () {
      yield first.value
      yield* { [Symbol.asyncIterator]: () => chunks }
    })(),
  )
  // A failure destroys `inflate`, and the loop below throws it.
  yield* pipeline(whole, inflate, () => undefined)
}
