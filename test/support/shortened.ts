// A sample's answer with fewer rows of each shape: what is wrong in every row of a table is seen in two hundred as in ten thousand.
import type { SampleAnswer } from '../../ingestors/define.ts'
import { readSheet, sheetNames } from '../../ingestors/formats/xlsx.ts'
import { workbookType, writeWorkbook } from '../../ingestors/samples/xlsx.ts'

// The first say what a table holds, the newest are what a poll is for, and either may stand at either end.
const atEachEnd = 100
const ofEachShape = 2

export function shortened(answer: SampleAnswer): SampleAnswer {
  const body = bodyOf(answer)
  return body === answer.body ? answer : { ...answer, body }
}

function bodyOf({ type, body }: SampleAnswer): string | Uint8Array {
  if (typeof body !== 'string') return type === workbookType ? workbookOf(body) : body
  if (type.includes('ndjson')) return linesOf(body)
  if (type.includes('json')) return JSON.stringify(fewer(JSON.parse(body)))
  return type.includes('csv') ? linesOf(body) : body
}

function workbookOf(body: Uint8Array): Uint8Array {
  const sheets = sheetNames(body).map((name) => [name, readSheet(body, name)] as const)
  if (sheets.every(([, rows]) => rows.length <= 2 * atEachEnd)) return body
  return writeWorkbook(
    Object.fromEntries(sheets.map(([name, rows]) => [name, some(rows, (cells) => cells.map((cell) => typeof cell).join())])),
  )
}

// A quoted cell may go on in the next line.
function linesOf(body: string): string {
  const lines = body.split('\n')
  const isWhole = lines.every((line) => (line.match(/"/g)?.length ?? 0) % 2 === 0)
  return isWhole
    ? some(lines, (line) =>
        line
          .split(/[,;|\t]/)
          .map(kindOf)
          .join(),
      ).join('\n')
    : body
}

function fewer(value: unknown): unknown {
  if (Array.isArray(value)) return some(value, (entry) => shapeOf(entry)).map(fewer)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, fewer(inner)]))
}

const shapeOf = (entry: unknown): string =>
  typeof entry !== 'object' || entry === null
    ? typeof entry
    : Object.entries(entry)
        .map(([member, inner]) => `${member}:${inner === null ? 'null' : typeof inner}`)
        .join()

const kindOf = (cell: string): string => (cell === '' ? '' : Number.isNaN(Number(cell)) ? 'a' : '0')

function some<T>(list: readonly T[], shape: (one: T) => string): readonly T[] {
  if (list.length <= 2 * atEachEnd) return list
  const counts = new Map<string, number>()
  return list.filter((one, i) => {
    const name = shape(one)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count <= ofEachShape || i < atEachEnd || i >= list.length - atEachEnd
  })
}
