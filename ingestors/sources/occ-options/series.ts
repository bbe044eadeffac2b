// The clearing house's list of series: text with tabs, two of them after the root, headers first.
import { TollgateError } from '../../../base/errors.ts'
import { toIsoDate } from '../../formats/csv.ts'

export interface Series {
  readonly expiry: string
  readonly strike: number
  readonly calls: number
  readonly puts: number
}

const header = /^ProductSymbol\t/

/** None where the underlying has no options; series of changed contracts, whose roots have a digit, are left out. */
export function readSeries(text: string): Series[] {
  const lines = text.split(/\r?\n/)
  const from = lines.findIndex((line) => header.test(line))
  if (from === -1) {
    // A symbol without options gets a short text in place of the table.
    if (text.length < 500 && !text.includes('<')) return []
    throw new TollgateError('upstream_changed', 'the list of series has no header')
  }
  if (!/Integer|year/i.test(lines[from]!)) throw new TollgateError('upstream_changed', 'the list of series has another header')
  return lines.slice(from + 1).flatMap((line) => {
    if (line.trim() === '') return []
    const [root, , year, month, day, whole, thousandths, , calls, puts] = line.split('\t').map((cell) => cell.trim())
    if (root === undefined || /\d/.test(root)) return []
    return [
      {
        expiry: toIsoDate(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`),
        strike: readWhole(whole) + readWhole(thousandths) / 1_000,
        calls: readWhole(calls),
        puts: readWhole(puts),
      },
    ]
  })
}

function readWhole(text: string | undefined): number {
  if (text === undefined || !/^\d{1,9}$/.test(text))
    throw new TollgateError('upstream_changed', `${JSON.stringify(text?.slice(0, 20))} is no whole number of a series`)
  return Number(text)
}
