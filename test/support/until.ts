// Waits for a condition instead of sleeping; says what did not come true when the deadline passes.
import { setTimeout as wait } from 'node:timers/promises'

const firstPauseMs = 20
const longestPauseMs = 100
// What is long in coming is asked for less often: who asks fifty times a second takes from the program that is waited for.
const pausePart = 0.05

export async function until(what: string, holds: () => boolean | Promise<boolean>, deadlineMs = 100_000): Promise<void> {
  const startedAt = performance.now()
  while (!(await holds())) {
    const waitedMs = performance.now() - startedAt
    if (waitedMs > deadlineMs) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await wait(Math.min(longestPauseMs, Math.max(firstPauseMs, waitedMs * pausePart)))
  }
}
