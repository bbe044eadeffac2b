// The log for commands that only read: a topic that nobody has made yet is an empty one, and stays unmade.
import { TollgateError } from '../base/errors.ts'
import type { Log } from '../db/log/port.ts'

export function createReadingLog(log: Log): Log {
  const known = new Set<string>()
  const isThere = async (topic: string): Promise<boolean> => {
    if (!known.has(topic)) for (const name of await log.topics()) known.add(name)
    return known.has(topic)
  }
  const refuse = async () => {
    throw new TollgateError('internal', 'A command that reads the log must not change it.')
  }
  return {
    ...log,
    ensure: refuse,
    append: refuse,
    remove: refuse,
    bounds: async (topic) => ((await isThere(topic)) ? log.bounds(topic) : []),
    offsetsAt: async (topic, at) => ((await isThere(topic)) ? log.offsetsAt(topic, at) : new Map()),
    async *readAll(wanted, signal) {
      const there = await Promise.all(wanted.map(({ topic }) => isThere(topic.name)))
      yield* log.readAll(
        wanted.filter((_, place) => there[place]),
        signal,
      )
    },
    async *read(topic, range, signal) {
      if (await isThere(topic.name)) yield* log.read(topic, range, signal)
    },
  }
}
