// An append in as many sends as the broker takes: a send becomes one batch a partition, and a broker or topic caps a batch as it caps a record.
import { TollgateError } from '../../../base/errors.ts'
import type { EncodedRecord } from '../encode.ts'
import { typeOf } from './error-type.ts'
import { sayRights } from './rights.ts'
import type { Sender } from './send.ts'

const sendBytes = 800_000
const tooLarge = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']

/** Sends of a topic whose cap was met are smaller from then on. */
export function sendInPieces(sender: Pick<Sender, 'send'>): (topic: string, records: readonly EncodedRecord[]) => Promise<void> {
  const mostOf = new Map<string, number>()
  return async (topic, records) => {
    let from = 0
    while (from < records.length) {
      const most = mostOf.get(topic) ?? sendBytes
      let bytes = 0
      let to = from
      do bytes += sizeOf(records[to]!)
      while (++to < records.length && bytes + sizeOf(records[to]!) <= most)
      try {
        await sender.send(topic, records.slice(from, to))
        from = to
      } catch (error) {
        if (!tooLarge.includes(typeOf(error))) throw sayRights(error, { topics: [topic] })
        if (to - from === 1) throw refused(topic, records[from]!, error)
        mostOf.set(topic, bytes / 2)
      }
    }
  }
}

// Of text, whose letters may take two bytes.
const sizeOf = ({ key, value }: EncodedRecord): number => (value?.length ?? 0) * 2 + key.length

function refused(topic: string, { key, value }: EncodedRecord, cause: unknown): TollgateError {
  const bytes = Buffer.byteLength(key) + Buffer.byteLength(value ?? '')
  const words = `Kafka does not take a record of ${topic} (key ${key.slice(0, 80)}) of ${bytes} bytes: set its max.message.bytes, or the brokers' message.max.bytes, to 1048588 or more.`
  return new TollgateError('record_too_large', words, { cause })
}
