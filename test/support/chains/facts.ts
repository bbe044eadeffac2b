// The facts that hold on a log: of every key the last one, unless a tombstone came after it.
import type { Log } from '../../../db/log/port.ts'
import type { Topic } from '../../../db/log/topic.ts'

export type Fact = Record<string, any>

/** By key, in the order of the keys. */
export async function factsOn(log: Log, topic: Topic<any>): Promise<Map<string, Fact>> {
  const facts = new Map<string, Fact>()
  for await (const record of log.read(topic, {})) {
    if (record.value === null) facts.delete(record.key)
    else {
      const value = JSON.parse(record.value) as Fact
      const before = facts.get(record.key)
      // Readers let the larger revision hold; the log's order and the sequence must not disagree.
      if (before !== undefined && before.sequence > value.sequence) throw new Error(`${record.key} went back in sequence`)
      facts.set(record.key, value)
    }
  }
  return new Map([...facts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What the facts say, without when that was read. */
export function contentOf(facts: Map<string, Fact>): Record<string, unknown> {
  return Object.fromEntries(
    [...facts].map(([key, { block: _block, sequence: _sequence, ...content }]) => [key, content] as const),
  )
}
