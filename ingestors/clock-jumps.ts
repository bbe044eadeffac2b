// Tells when this machine's clock jumped: set back or forward, as a time server does to one that began with a wrong one, or gone on while
// the machine slept. What waits for a moment of the clock would wait for it once more, or as long again as that sleep was.

const lookEveryMs = 5_000
// Less than this a clock is slowed down, hurried or drawn back all the time.
const leastMs = { back: 5_000, forward: 60_000 }

/** `byMs` is below 0 where it was set back. Returns what ends the looking. */
export function onClockJump(act: (byMs: number) => void): () => void {
  const ahead = () => Date.now() - performance.now()
  let before = ahead()
  const timer = setInterval(() => {
    const now = ahead()
    const byMs = now - before
    before = now
    if (byMs <= -leastMs.back || byMs >= leastMs.forward) act(byMs)
  }, lookEveryMs).unref()
  return () => clearInterval(timer)
}
