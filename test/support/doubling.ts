// Twice as much must take about twice as long: the least of several runs, in processor time of this thread, so that others' load does not count.
import { expect } from 'vitest'

const mostRatio = 2.6
const tries = 4

/** `make` gives the work on n pieces, prepared; only the work is timed. */
export function expectLinear(make: (n: number) => () => unknown, n: number): void {
  const ratios: string[] = []
  for (let attempt = 0; attempt < tries; attempt++) {
    const [once, twice] = leastMs(make, n)
    // Too quick to be told apart from nothing is quick enough.
    if (twice < 4 || twice / once <= mostRatio) return
    ratios.push(`${once.toFixed(1)} → ${twice.toFixed(1)} ms`)
  }
  expect.fail(`not linear from ${n} to ${2 * n}: ${ratios.join(', ')}`)
}

// In turns: what slows the machine for a while slows both.
function leastMs(make: (n: number) => () => unknown, n: number): [number, number] {
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let run = 0; run < 2; run++)
    for (const [i, size] of [n, 2 * n].entries()) {
      const work = make(size)
      const before = process.threadCpuUsage()
      work()
      const used = process.threadCpuUsage(before)
      least[i] = Math.min(least[i]!, (used.user + used.system) / 1_000)
    }
  return least
}
