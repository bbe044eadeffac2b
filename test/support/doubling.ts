// Twice as much must take about twice as long, by the clock or by the processor: what else the machine does meets one of them at most.
import { expect } from 'vitest'

// What is linear doubles; noise is allowed for, and squares are not.
const mostRatio = 2.6
const pairs = 12
// Too quick to be told apart from nothing is quick enough.
const tooShortMs = 5

interface Spent {
  readonly wallMs: number
  readonly cpuMs: number
}

const endless: Spent = { wallMs: Number.POSITIVE_INFINITY, cpuMs: Number.POSITIVE_INFINITY }

/**
 * `make` prepares so many pieces; only `work` on them is timed, in turns, the least of several runs. A step that comes once, as where more pieces
 * are the first that make the engine tidy its memory, is passed: what grows as a square does so at the next doubling too.
 */
export async function expectLinear<T>(size: number, make: (size: number) => T, work: (made: T) => unknown): Promise<void> {
  const first = await doubled(size, make, work)
  const second = first === null ? null : await doubled(2 * size, make, work)
  if (second !== null) expect.fail(`not linear: ${first}; ${second}`)
}

/** null where it is; else what was measured. */
async function doubled<T>(size: number, make: (size: number) => T, work: (made: T) => unknown): Promise<string | null> {
  let [once, twice] = [endless, endless]
  for (let pair = 0; pair < pairs; pair++) {
    once = least(once, await spentOn(make(size), work))
    twice = least(twice, await spentOn(make(2 * size), work))
    if (twice.wallMs < tooShortMs || twice.wallMs <= mostRatio * once.wallMs || twice.cpuMs <= mostRatio * once.cpuMs) return null
  }
  const told = ({ wallMs, cpuMs }: Spent) => `${wallMs.toFixed(1)} ms (${cpuMs.toFixed(1)} of processor)`
  return `from ${size} to ${2 * size} ${told(once)} → ${told(twice)}`
}

const least = (a: Spent, b: Spent): Spent => ({ wallMs: Math.min(a.wallMs, b.wallMs), cpuMs: Math.min(a.cpuMs, b.cpuMs) })

/** A refusal is an answer too, as long as it comes in time. */
async function spentOn<T>(made: T, work: (made: T) => unknown): Promise<Spent> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  try {
    await work(made)
  } catch (error) {
    if (error instanceof RangeError) throw error // the stack or a length of the engine's: no refusal of ours
  }
  const { user, system } = process.cpuUsage(before)
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
}
