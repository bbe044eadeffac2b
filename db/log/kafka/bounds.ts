// Where many topics of Kafka begin and end: all are asked for at once, and none that the broker does not know.
import type { Admin } from 'kafkajs'
import type { Bounds } from '../port.ts'

const atOnce = 32

export async function boundsOfAll(
  admin: Pick<Admin, 'listTopics'>,
  boundsOf: (topic: string) => Promise<readonly Bounds[]>,
  topics: readonly string[],
): Promise<Map<string, readonly Bounds[]>> {
  // Of a topic that is not there a client asks again for half a minute.
  const there = new Set(await admin.listTopics())
  const left = [...new Set(topics)].filter((topic) => there.has(topic))
  const found = new Map<string, readonly Bounds[]>()
  const work = async (): Promise<void> => {
    for (let topic = left.pop(); topic !== undefined; topic = left.pop()) found.set(topic, await boundsOf(topic))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, left.length) }, work))
  return found
}
