// A log that dies at its n-th write, before or after the write is durable, and answers nothing from then on: what a crash leaves behind.
import type { Log } from '../../../db/log/port.ts'

export interface DyingLog extends Log {
  readonly died: Promise<void>
}

export function dyingLog(log: Log, at: number, when: 'before' | 'after'): DyingLog {
  const died = Promise.withResolvers<void>()
  let writes = 0
  const die = () => {
    died.resolve()
    throw new Error('the process died here')
  }
  const guard = async (write: () => Promise<void>) => {
    writes++
    if (writes > at || (writes === at && when === 'before')) die()
    await write()
    if (writes === at) die()
  }
  return {
    ...log,
    died: died.promise,
    append: (topic, values) => guard(() => log.append(topic, values)),
    remove: (topic, keys) => guard(() => log.remove(topic, keys)),
  }
}
