// The loop's longest turn of the last minutes, for whoever asks and however often they do.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

const resolutionMs = 20
const minutesKept = 5

/** Of five minutes, not since the last scrape: two that scrape would each hide half of the turns from the other. */
export function exposeLongestTurn(registry: Registry): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  const past: number[] = []
  setInterval(() => {
    past.unshift(delays.max)
    past.length = Math.min(past.length, minutesKept - 1)
    delays.reset()
  }, 60_000).unref()
  new Gauge({
    name: 'tollgate_event_loop_longest_seconds',
    help: 'The longest that nothing else could run, within the last five minutes',
    registers: [registry],
    collect() {
      const longestMs = Math.max(delays.max, ...past) / 1e6
      this.set(Math.max(0, longestMs - resolutionMs) / 1e3)
    },
  })
}
