// A table no wider than its terminal: the columns that fit stand side by side, what is left of a row stands below it.
import { formatTable } from './table.ts'

/** Where nobody says how wide it is: a file, a pipe. */
const usualWidth = 140
const leastWidth = 40
const indent = '    '

export const terminalWidth = (): number => process.stdout.columns ?? usualWidth

type Row = Readonly<Record<string, string>>

export function fitTable(rows: readonly Row[], width: number = terminalWidth()): string {
  const room = Math.max(leastWidth, width)
  const names = Object.keys(rows[0] ?? {})
  const widthOf = (name: string) => Math.max(name.length, ...rows.map((row) => row[name]!.length))
  let [taken, side] = [0, 0]
  for (const name of names) {
    taken += widthOf(name) + (side === 0 ? 0 : 2)
    if (side > 0 && taken > room) break
    side += 1
  }
  const beside = names.slice(0, side)
  const [head = '', ...lines] = formatTable(rows, beside).split('\n')
  const below = rows.map((row) => names.slice(side).flatMap((name) => (row[name] === '-' ? [] : [`${name} ${row[name]}`])))
  return [head, ...lines.flatMap((line, at) => [line, ...wrap(below[at]!.join(' · '), room)])].join('\n')
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const longer = line === '' ? indent + word : `${line} ${word}`
    if (line !== '' && longer.length > width) lines.push(line)
    line = line !== '' && longer.length > width ? indent + word : longer
  }
  return line === '' ? lines : [...lines, line]
}
