// A sample's answer with fewer rows of each shape: what is wrong in every row of a table is seen in two hundred as in ten thousand.
import type { SampleAnswer } from '../../ingestors/define.ts'
import { readSheet, sheetNames } from '../../ingestors/formats/xlsx.ts'
import { workbookType, writeWorkbook } from '../../ingestors/samples/xlsx.ts'

/** What is kept of a list: the first say what a table holds, the newest are what a poll is for, and either may stand at either end. */
export interface Kept {
  readonly entriesAtEachEnd: number
  /** Lines are set aside one by one: of so few that a table is given up, the whole poll must not be. */
  readonly linesAtEachEnd: number
  /** And entries of each name in it: a country, a product. */
  readonly ofEachName?: true
}

/** The fewest first. */
export const waysToShorten: readonly Kept[] = [
  { entriesAtEachEnd: 30, linesAtEachEnd: 45 },
  { entriesAtEachEnd: 30, linesAtEachEnd: 45, ofEachName: true },
  { entriesAtEachEnd: 100, linesAtEachEnd: 100 },
]
const ofEach = 2

export function shortened(answer: SampleAnswer, kept: Kept): SampleAnswer {
  const body = bodyOf(answer, kept)
  return body === answer.body ? answer : { ...answer, body }
}

function bodyOf({ type, body }: SampleAnswer, kept: Kept): string | Uint8Array {
  if (typeof body !== 'string') return type === workbookType ? workbookOf(body, kept) : body
  if (type.includes('ndjson')) return linesOf(body, kept)
  if (type.includes('json')) return JSON.stringify(fewer(JSON.parse(body), kept))
  return type.includes('csv') ? linesOf(body, kept) : body
}

function workbookOf(body: Uint8Array, kept: Kept): Uint8Array {
  const sheets = sheetNames(body).map((name) => [name, readSheet(body, name)] as const)
  if (sheets.every(([, rows]) => rows.length <= 2 * kept.linesAtEachEnd)) return body
  return writeWorkbook(
    Object.fromEntries(
      sheets.map(([name, rows]) => [name, some(rows, kept.linesAtEachEnd, (cells) => cells.map((cell) => typeof cell).join())]),
    ),
  )
}

// A quoted cell may go on in the next line.
function linesOf(body: string, kept: Kept): string {
  const lines = body.split('\n')
  const isWhole = lines.every((line) => (line.match(/"/g)?.length ?? 0) % 2 === 0)
  return isWhole
    ? some(lines, kept.linesAtEachEnd, (line) =>
        line
          .split(/[,;|\t]/)
          .map(kindOf)
          .join(),
      ).join('\n')
    : body
}

function fewer(value: unknown, kept: Kept): unknown {
  if (Array.isArray(value))
    return some(value, kept.entriesAtEachEnd, shapeOf, kept.ofEachName && namesOf).map((entry) => fewer(entry, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, fewer(inner, kept)]))
}

const shapeOf = (entry: unknown): string =>
  typeof entry !== 'object' || entry === null
    ? typeof entry
    : Object.entries(entry)
        .map(([member, inner]) => `${member}:${inner === null ? 'null' : typeof inner}`)
        .join()

/** The texts of an entry and of what it holds, by where they stand. */
function namesOf(entry: unknown, at = ''): string[] {
  if (typeof entry === 'string') return [`${at} ${entry}`]
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return []
  return Object.entries(entry).flatMap(([member, inner]) => namesOf(inner, `${at}/${member}`))
}

const kindOf = (cell: string): string => (cell === '' ? '' : Number.isNaN(Number(cell)) ? 'a' : '0')

function some<T>(
  list: readonly T[],
  atEachEnd: number,
  shapeOf: (one: T) => string,
  namesOf?: (one: T) => readonly string[],
): readonly T[] {
  if (list.length <= 2 * atEachEnd) return list
  const counts = new Map<string, number>()
  const isSeldom = (name: string): boolean => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count <= ofEach
  }
  return list.filter((one, i) => {
    const names = [shapeOf(one), ...(namesOf?.(one) ?? [])]
    // Each is counted.
    return names.filter(isSeldom).length > 0 || i < atEachEnd || i >= list.length - atEachEnd
  })
}
