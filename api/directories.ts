// The lists of keys that exist, as the log's facts tell them: kept in memory, read again every few minutes, whoever asks.
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/client.ts'
import type { Directory, RouteDefinition } from '../processors/kit/define.ts'
import { loadSelected } from '../processors/runner/compute.ts'

const keptMs = 300_000
// Before the first list is there it is looked for more often.
const emptyMs = 2_000

interface Held {
  readonly at: number
  readonly isEmpty: boolean
  readonly listed: unknown
}

export interface Directories {
  /** Throws input_unusable for a key that is on no list. */
  refuse(route: RouteDefinition<any, any>, input: Record<string, unknown>): Promise<void>
}

export function createDirectories({ pool }: Pick<Database, 'pool'>, clock: Clock): Directories {
  // Routes that build the same of the same facts share it.
  const held = new Map<string, Held>()
  const reading = new Map<string, Promise<Held>>()

  function read({ index, build }: Directory): Promise<Held> {
    const name = index.group
    const running = reading.get(name)
    if (running !== undefined) return running
    const fresh = loadSelected(pool, [{ topic: index.topic, latest: true }])
      .then((facts) => {
        const one = { at: clock.now().getTime(), isEmpty: facts.length === 0, listed: build(facts) }
        held.set(name, one)
        return one
      })
      .finally(() => reading.delete(name))
    reading.set(name, fresh)
    return fresh
  }

  return {
    async refuse(route, input) {
      const directory = route.demand?.directory
      if (directory === undefined) return
      const known = held.get(directory.index.group)
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : clock.now().getTime() - known.at
      const isUsable = known !== undefined && ageMs < (known.isEmpty ? emptyMs : keptMs)
      const { listed, isEmpty } = isUsable ? known : await read(directory)
      if (!isEmpty) directory.refuse(listed, input, clock.now())
    },
  }
}
