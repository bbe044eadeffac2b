// Reads one body into memory, counting bytes both as they arrive and after decompression, and stops at the first one too many.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createCollector } from '../collect.ts'
import { createDecoders } from './content-encoding.ts'
import type { FetchPolicy } from './policy.ts'
import { FetchRefusal } from './refusal.ts'

export type Body = { bytes: Buffer; wireBytes: number }
type Limits = Pick<FetchPolicy, 'maxWireBytes' | 'maxBodyBytes'>

// The stages are known only at run time, which the library's overloads cannot say.
const run = pipeline as (stages: readonly unknown[], options: { signal: AbortSignal }) => Promise<void>

export async function readBody(
  source: Readable,
  headers: Map<string, string>,
  limits: Limits,
  signal: AbortSignal,
): Promise<Body> {
  const encoding = headers.get('content-encoding')
  const decoders = createDecoders(encoding)
  const announced = Number(headers.get('content-length') ?? 0)
  if (announced > limits.maxWireBytes || (decoders.length === 0 && announced > limits.maxBodyBytes)) {
    throw new FetchRefusal('body_too_large')
  }
  let wireBytes = 0
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      wireBytes += chunk.length
      if (wireBytes > limits.maxWireBytes) throw new FetchRefusal('body_too_large')
      yield chunk
    }
  }
  const kept = createCollector()
  const collect = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      if (kept.size + chunk.length > limits.maxBodyBytes) throw new FetchRefusal('body_too_large')
      kept.add(chunk)
    }
  }
  await run([source, counted, ...decoders, collect], { signal })
  return { bytes: kept.whole(), wireBytes }
}
