// Tells when this machine's clock was set back, as a time server does to one that began with a wrong one: what waits for a moment of the
// clock would wait for it once more.

const lookEveryMs = 5_000
// Less than this a clock is slowed down or drawn back all the time.
const leastMs = 5_000

/** Returns what ends the looking. */
export function onSetBack(act: (byMs: number) => void): () => void {
  const ahead = () => Date.now() - performance.now()
  let before = ahead()
  const timer = setInterval(() => {
    const now = ahead()
    const byMs = before - now
    before = now
    if (byMs >= leastMs) act(byMs)
  }, lookEveryMs).unref()
  return () => clearInterval(timer)
}
