// How long the thread that serves was kept busy at a stretch, in processor time: what it waited for others on a busy machine is not in it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { threadMs } from '../../support/thread-time.ts'

// Runs the work while the loop turns without pause, and says the longest turn of it.
export async function longestTurn(work: () => Promise<void>): Promise<{ longestTurnMs: number; turns: number }> {
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  // Heard below; a rejection before that is no crash.
  done.catch(() => undefined)
  let longestTurnMs = 0
  let turns = 0
  let before = threadMs()
  while (!isDone) {
    await nextTurn()
    const now = threadMs()
    longestTurnMs = Math.max(longestTurnMs, now - before)
    before = now
    turns++
  }
  await done
  return { longestTurnMs, turns }
}
