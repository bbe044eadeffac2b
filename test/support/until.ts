// Waits for a condition instead of sleeping; says what did not come true when the deadline passes.
import { setTimeout as wait } from 'node:timers/promises'

export async function until(what: string, holds: () => boolean | Promise<boolean>, deadlineMs = 100_000): Promise<void> {
  const deadline = performance.now() + deadlineMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await wait(20)
  }
}
