// Tells from a counter that is looked at again and again for how long it has stood still while the looking went on.

export interface Judge {
  /** For how long the counter has stood so far. */
  readonly stoodMs: number
  /** Takes one look; tells how long a standstill was that has just ended, else 0. */
  look(atMs: number, beat: number): number
}

/**
 * Only time in which looks were taken counts: where nobody looked either, as in a laptop's sleep, a SIGSTOP or on a
 * machine that gives the process no time, the one watched cannot have moved.
 */
export function createJudge(options: { readonly mostBetweenLooksMs: number }): Judge {
  let known = Number.NaN
  let lookedAtMs = Number.NaN
  let stoodMs = 0
  return {
    get stoodMs() {
      return stoodMs
    },
    look(atMs, beat) {
      const passedMs = Math.min(atMs - lookedAtMs, options.mostBetweenLooksMs)
      lookedAtMs = atMs
      if (beat !== known) {
        const endedMs = stoodMs
        known = beat
        stoodMs = 0
        return endedMs
      }
      stoodMs += passedMs
      return 0
    },
  }
}
