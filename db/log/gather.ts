// Group commit on our side of the wire: appends that arrive while one is under way travel together in the next.
import type { EncodedRecord } from './encode.ts'

type Write = (records: readonly EncodedRecord[]) => Promise<void>

interface Waiting {
  readonly records: readonly EncodedRecord[]
  readonly written: PromiseWithResolvers<void>
}

const mostRecords = 2_000

function gatherWrites(write: Write): Write {
  const waiting: Waiting[] = []
  let busy = false
  const drain = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      const group = takeGroup(waiting)
      try {
        await write(group.flatMap((one) => one.records))
        for (const one of group) one.written.resolve()
      } catch (error) {
        for (const one of group) one.written.reject(error)
      }
    }
    busy = false
  }
  return (records) => {
    if (records.length === 0) return Promise.resolve()
    const written = Promise.withResolvers<void>()
    waiting.push({ records, written })
    if (!busy) void drain()
    return written.promise
  }
}

function takeGroup(waiting: Waiting[]): Waiting[] {
  let records = 0
  let count = 0
  while (count < waiting.length && (count === 0 || records + waiting[count]!.records.length <= mostRecords))
    records += waiting[count++]!.records.length
  return waiting.splice(0, count)
}

/** One gathering writer a topic. */
export function gatherByTopic(write: (topic: string, records: readonly EncodedRecord[]) => Promise<void>) {
  const writers = new Map<string, Write>()
  return (topic: string, records: readonly EncodedRecord[]): Promise<void> => {
    const writer = writers.get(topic) ?? gatherWrites((gathered) => write(topic, gathered))
    writers.set(topic, writer)
    return writer(records)
  }
}
