// Turns a topic's values into the keyed JSON texts both logs store, refusing what is too large to be a record.
import { TollgateError } from '../../base/errors.ts'
import { currentTrace } from '../../base/trace.ts'
import { partitionOf } from './partition.ts'
import { maxRecordBytes } from './port.ts'
import type { Topic } from './topic.ts'

export interface EncodedRecord {
  readonly partition: number
  readonly key: string
  readonly value: string | null
  /** The trace that wrote it; nothing while nobody traces. */
  readonly headers?: { readonly traceparent: string }
}

export function encodeValues<V>(topic: Topic<V>, values: readonly V[]): EncodedRecord[] {
  const headers = headersNow()
  return values.map((value) => encode(topic, topic.key(value), JSON.stringify(value), headers))
}

export function encodeTombstones(topic: Topic<any>, keys: readonly string[]): EncodedRecord[] {
  const headers = headersNow()
  return keys.map((key) => encode(topic, key, null, headers))
}

function headersNow(): EncodedRecord['headers'] {
  const traceparent = currentTrace()
  return traceparent === undefined ? undefined : { traceparent }
}

function encode(topic: Topic<any>, key: string, value: string | null, headers: EncodedRecord['headers']): EncodedRecord {
  const bytes = Buffer.byteLength(key) + (value === null ? 0 : Buffer.byteLength(value))
  if (bytes > maxRecordBytes) {
    throw new TollgateError(
      'record_too_large',
      `A record of ${topic.name} (key ${key.slice(0, 80)}) has ${bytes} bytes; the cap is ${maxRecordBytes}. Store the payload as a blob.`,
    )
  }
  // Postgres text cannot hold U+0000, and a log must take what the other log takes.
  if (key.includes('\0') || value?.includes('\0') || value?.includes('\\u0000')) {
    throw new TollgateError('record_invalid', `A record of ${topic.name} holds a NUL character.`)
  }
  const partition = partitionOf(key, topic.partitions)
  return headers === undefined ? { partition, key, value } : { partition, key, value, headers }
}
