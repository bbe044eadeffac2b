// How many blocks a search for logs is over, and how many searches are under way at once: more of both while a provider answers, fewer
// when it refuses or limits.

export interface Range {
  readonly from: number
  readonly to: number
}

export interface LogPace {
  /** Ranges in a row from that block on, to be searched at once; the last of them may try more blocks than were answered before. */
  plan(from: number, most: number, sharers: number): Range[]
  answered(range: Range): void
  /** Too much was asked for; `blocks` is what the provider says it would take. Never for a single block. */
  refused(range: Range, blocks: number | null): void
  /** Of all that was planned: nobody was told to ask less often. */
  eased(): void
  limited(): void
  readonly lanes: number
}

const firstSpan = 2_000
const mostSpan = 10_000
const growth = 1.5
// So many answers before a range that was refused once, without a word of how long it may be, is tried again.
const patience = 32
const mostLanes = 8

export function createLogPace(): LogPace {
  let span = firstSpan
  let answeredSpan = 0
  let ceiling = mostSpan
  let lanes = 1
  let refusal: { blocks: number; answersLeft: number } | null = null
  // Blocks with more in them than others, up to the last of which ranges are shorter.
  let dense: { to: number; blocks: number } | null = null
  let refusedInARow = 0

  function grown(): number {
    const most = refusal === null ? ceiling : Math.min(ceiling, Math.floor((span + refusal.blocks) / 2))
    // Halfway to what was refused is not worth another refusal once the two are near each other.
    if (refusal !== null && most < span * 1.1) return span
    return Math.max(span, Math.min(Math.ceil(span * growth), most))
  }
  return {
    plan(from, most, sharers) {
      const count = answeredSpan === 0 ? 1 : Math.max(1, Math.floor(lanes / Math.max(1, sharers)))
      const ranges: Range[] = []
      for (let i = 0, at = from; i < count && at <= most; i++) {
        const isDense = dense !== null && at <= dense.to
        const blocks = isDense ? Math.min(span, dense!.blocks) : i === count - 1 ? span : Math.min(span, answeredSpan)
        const to = Math.min(most, at + blocks - 1)
        ranges.push({ from: at, to })
        at = to + 1
      }
      return ranges
    },
    answered({ from, to }) {
      const blocks = to - from + 1
      if (blocks >= answeredSpan) refusedInARow = 0
      else if (dense !== null && blocks >= dense.blocks && to <= dense.to) dense.blocks = Math.min(span, blocks * 2)
      answeredSpan = Math.max(answeredSpan, Math.min(blocks, span))
      if (refusal !== null && --refusal.answersLeft <= 0) refusal = null
      if (blocks === span) span = grown()
    },
    refused({ from, to }, blocks) {
      const asked = to - from + 1
      const half = Math.max(1, Math.floor(asked / 2))
      if (blocks !== null && blocks < asked) {
        ceiling = Math.min(ceiling, blocks)
        span = blocks
      } else if (asked > answeredSpan) {
        refusal = { blocks: asked, answersLeft: patience }
        span = Math.min(span, ceiling, answeredSpan > 0 ? answeredSpan : half)
      } else if (asked < answeredSpan || ++refusedInARow === 1) {
        // As long as was answered before: it is what lies in these blocks that is too much, not how many they are.
        dense = { to: Math.max(to, dense?.to ?? to), blocks: half }
      } else {
        span = Math.min(span, ceiling, half)
        refusedInARow = 0
      }
      answeredSpan = Math.min(answeredSpan, span)
    },
    eased() {
      lanes = Math.min(mostLanes, lanes + 1)
    },
    limited() {
      lanes = Math.max(1, Math.floor(lanes / 2))
    },
    get lanes() {
      return lanes
    },
  }
}
