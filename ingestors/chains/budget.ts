// What following a chain's lenders asks of its provider in a day, in calls. Counted on a local chain (test/integration/chain-budget.test.ts).
const day = 86_400
// Each source looks for a new block so often, and sources that look within a third of a second share the answer.
const pollSeconds = 1
const mostHeadsASecond = 1 / 0.3
const oracleSeconds = 2
/** Of contracts, a source and reading, on a small book: one more for every 300 things to be read. */
const readsPerReading = 2.5

export interface Followed {
  readonly blockSeconds: number
  /** 0: every block. */
  readonly readEverySeconds: number
  readonly lenders: number
  /** New blocks are told of over a WebSocket. */
  readonly isTold: boolean
}

export interface CallsADay {
  readonly heads: number
  readonly headers: number
  readonly logs: number
  readonly reads: number
}

export function callsADay({ blockSeconds, readEverySeconds, lenders, isTold }: Followed): CallsADay {
  const blocks = day / blockSeconds
  const rests = Math.max(pollSeconds, readEverySeconds)
  const readings = day / Math.max(rests, blockSeconds)
  const ofOracles = day / Math.max(rests, blockSeconds, oracleSeconds)
  const polled = day * Math.min(mostHeadsASecond, (lenders + 1) / rests)
  return {
    heads: isTold ? Math.min(polled, blocks) : polled,
    // Every block is joined to the one before, once for all; each source looks again at the one it has read.
    headers: Math.max(0, blocks - readings) + lenders * readings + ofOracles,
    logs: lenders * readings,
    reads: readsPerReading * (lenders * readings + ofOracles),
  }
}

export function totalOf({ heads, headers, logs, reads }: CallsADay): number {
  return heads + headers + logs + reads
}
