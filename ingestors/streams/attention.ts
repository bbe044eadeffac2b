// The time that was listened, noted bit by bit and only up to the venue's last word: what comes after it may be a dead line's silence.
import type { Collector } from './collect.ts'

export interface Attention {
  begin(at: Date): void
  /** A sign of life. */
  hear(at: Date): void
  note(): void
  /** Tells when the last word came: from then on something may be missing. */
  end(): Date | null
}

export function createAttention(collector: Pick<Collector, 'listened'>): Attention {
  let since: Date | null = null
  let heard: Date | null = null
  const note = () => {
    if (since !== null && heard !== null) collector.listened(since, heard)
    if (since !== null) since = heard
  }
  return {
    begin(at: Date) {
      since = at
      heard = at
    },
    hear(at: Date) {
      if (since !== null) heard = at
    },
    note,
    end(): Date | null {
      note()
      since = null
      return heard
    },
  }
}
