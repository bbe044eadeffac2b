// What fails every second is not said every second: an outage of a night would fill the disk with it.

const againMs = 60_000

/** True when these words are new, and once a minute while they stay the same. */
export function createSeldom(): (words: string) => boolean {
  let [said, at] = ['', Number.NEGATIVE_INFINITY]
  return (words) => {
    if (words === said && performance.now() - at < againMs) return false
    ;[said, at] = [words, performance.now()]
    return true
  }
}
