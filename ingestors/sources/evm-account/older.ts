// The older transfers of a busy wallet in columns: a quarter of the room, so that ten thousand fit into one record of the log.
import { newest, type Transfer } from '../../contracts/wallet/transfers.ts'
import { mark } from './topic.ts'

export interface Columns {
  tokens: string[]
  others: string[]
  marks: string
  seconds: number[]
  token: number[]
  other: number[]
  units: string[]
}

type ByX402 = { readonly paid: ReadonlySet<string>; readonly got: ReadonlySet<string> }

/** The newest of them that fit into so many bytes; null where none do. */
export function toColumns(transfers: readonly Transfer[], byX402: ByX402, bytes: number): Columns | null {
  for (let kept = transfers; kept.length > 0; ) {
    const columns = fill(kept, byX402)
    const size = JSON.stringify(columns).length
    if (size <= bytes) return columns
    const fitting = Math.min(kept.length - 1, Math.floor((0.98 * kept.length * bytes) / size))
    kept = newest(kept, Math.max(0, fitting), ({ tx }) => tx)
  }
  return null
}

function fill(transfers: readonly Transfer[], { paid, got }: ByX402): Columns {
  const [tokens, others] = [createNumbers(), createNumbers()]
  let [before, lastTx] = [0, '']
  const rows = transfers.map(({ tx, at, token, out, other, units }) => {
    const second = Date.parse(at) / 1_000
    const seconds = second - before
    const marks =
      (out ? mark.out : 0) + (tx === lastTx ? 0 : mark.begins) + (paid.has(tx) ? mark.paid : 0) + (got.has(tx) ? mark.got : 0)
    before = second
    lastTx = tx
    return { seconds, mark: marks.toString(16), token: tokens.of(token), other: others.of(other), units }
  })
  return {
    tokens: tokens.all(),
    others: others.all(),
    marks: rows.map((one) => one.mark).join(''),
    seconds: rows.map((one) => one.seconds),
    token: rows.map((one) => one.token),
    other: rows.map((one) => one.other),
    units: rows.map((one) => one.units),
  }
}

function createNumbers() {
  const numbers = new Map<string, number>()
  return {
    of(text: string): number {
      const number = numbers.get(text) ?? numbers.size
      numbers.set(text, number)
      return number
    },
    all: () => [...numbers.keys()],
  }
}
