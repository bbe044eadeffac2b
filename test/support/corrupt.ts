// Ways in which an upstream's body goes wrong while its transport stays right, each with a name.
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import type { SampleAnswer } from '../../ingestors/define.ts'
import { type Cell, readSheet, sheetNames } from '../../ingestors/formats/xlsx.ts'
import { archiveType, writeArchive } from '../../ingestors/samples/archive.ts'
import { writeWorkbook } from '../../ingestors/samples/xlsx.ts'

export interface Corruption {
  readonly name: string
  /** What JSON.parse makes of the body; undefined where it is not JSON. */
  readonly parsed?: unknown
  /** The one member it changes, by its steps from the root; undefined where more may change, as all places in a list do. */
  readonly member?: string
  readonly body: string | Uint8Array
}

/** What a corruption writes into a body: where free text belongs no reader can tell these from any other text. */
export const strangeTexts = ['oops', '4,13', 'Renamed'] as const

export function* corruptions({ type, body }: SampleAnswer): Generator<Corruption> {
  if (typeof body !== 'string' && type === archiveType) yield* corruptArchive(body)
  else if (typeof body !== 'string') yield* corruptWorkbook(body)
  else if (type.includes('ndjson')) yield* corruptLines(body)
  else if (type.includes('json')) yield* corruptJson(JSON.parse(body))
  else if (type.includes('xml')) yield* corruptXml(body)
  else if (type.includes('csv')) yield* corruptCsv(body, !type.includes('header=absent'))
  else if (type.includes('plain')) yield* corruptColumns(body)
}

function* corruptArchive(body: Uint8Array): Generator<Corruption> {
  const files = Object.fromEntries(Object.entries(unzipSync(body)).map(([name, bytes]) => [name, strFromU8(bytes)]))
  for (const [name, text] of Object.entries(files)) {
    yield { name: `${name} gone`, body: writeArchive(omit(files, name)) }
    for (const one of corruptTable(text, text.includes('\t') ? '\t' : '|'))
      yield { name: `${name}: ${one.name}`, body: writeArchive({ ...files, [name]: one.body }) }
  }
}

// Columns with blanks between them, as tables of the printed kind have.
function* corruptColumns(body: string): Generator<Corruption> {
  const lines = body.trimEnd().split('\n')
  yield* corruptTable(lines.map((line) => line.trim().split(/\s+/).join(' ')).join('\n'), ' ')
}

// The same ways, where nothing is quoted.
function* corruptTable(text: string, delimiter: string): Generator<{ name: string; body: string }> {
  const [header, ...rows] = text.split('\n').map((line) => line.split(delimiter))
  const write = (head: readonly string[], cells: readonly (readonly string[])[]) =>
    [head, ...cells].map((row) => row.join(delimiter)).join('\n')
  const withCells = (at: number, cell: string) => rows.map((row) => row.map((one, i) => (i === at && one !== '' ? cell : one)))
  for (const [at, name] of header!.entries()) {
    yield { name: `column ${name} renamed`, body: write(header!.with(at, 'Renamed'), rows) }
    // A column without cells would be what it was.
    if (rows.every((row) => (row[at] ?? '') === '')) continue
    yield { name: `column ${name} made of words`, body: write(header!, withCells(at, 'oops')) }
    yield { name: `column ${name} with decimal commas`, body: write(header!, withCells(at, '4,13')) }
  }
}

// Objects a line: as a list of them, written out line by line.
function* corruptLines(body: string): Generator<Corruption> {
  const lines = body.trimEnd().split('\n')
  for (const { name, parsed } of corruptJson(lines.map((line) => JSON.parse(line))))
    yield { name: `line ${name}`, body: `${(parsed as unknown[]).map((line) => JSON.stringify(line)).join('\n')}\n` }
}

// A header that has no number in it is a column whose cells may go missing or turn to words one at a time.
function* corruptCsv(body: string, hasHeader: boolean): Generator<Corruption> {
  const delimiter = [';', '|'].find((one) => body.slice(0, body.indexOf('\n')).split(one).length > 2) ?? ','
  const lines = parse(body, { delimiter, relax_column_count: true, relax_quotes: true }) as string[][]
  const from = lines.findIndex((line) => line.length > 1)
  // A line of the file's own before the header stays.
  const preamble = lines.slice(0, from).map((line) => line.join(','))
  const [header, rows] = hasHeader ? [lines[from]!, lines.slice(from + 1)] : [null, lines.slice(from)]
  const withCells = (at: number, cell: string) => rows.map((row) => row.map((text, i) => (i === at && text !== '' ? cell : text)))
  const write = (head: string[] | null, cells: string[][]) =>
    [...preamble, ...[...(head === null ? [] : [head]), ...cells].map((row) => row.map(quoted).join(delimiter))].join('\n')
  for (const [at, name] of (header ?? rows[0]!.map((_, i) => `${i}`)).entries()) {
    if (header !== null) yield { name: `column ${name} renamed`, body: write(header.with(at, 'Renamed'), rows) }
    yield { name: `column ${name} made of words`, body: write(header, withCells(at, 'oops')) }
    yield { name: `column ${name} with decimal commas`, body: write(header, withCells(at, '4,13')) }
    if (header === null)
      yield {
        name: `column ${name} gone`,
        body: write(
          null,
          rows.map((row) => row.toSpliced(at, 1)),
        ),
      }
  }
}

const quoted = (text: string): string => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

// Sheet by sheet, column by column: its first words, which are its heading or unit, and then all of its figures.
function* corruptWorkbook(body: Uint8Array): Generator<Corruption> {
  const sheets = Object.fromEntries(sheetNames(body).map((name) => [name, readSheet(body, name)]))
  for (const [name, rows] of Object.entries(sheets)) {
    const write = (change: (cell: Cell, column: number) => Cell) =>
      writeWorkbook({ ...sheets, [name]: rows.map((cells) => cells.map(change)) }, 0)
    yield { name: `sheet ${name} renamed`, body: writeWorkbook({ ...omit(sheets, name), Renamed: rows }, 0) }
    const widest = rows.reduce((longest, cells) => (cells.length > longest.length ? cells : longest), [])
    const columns = widest.map((_, at) => [at, rows.map((cells) => cells[at] ?? null)] as const)
    // Months beside each other, all of figures below a name.
    for (const [column] of someOfEach(columns, kindsOf)) {
      const words = (at: number) => (cell: Cell, i: number) => (i === at && typeof cell === 'string' ? 'Renamed' : cell)
      yield { name: `${name} ${column}: words renamed`, body: write(words(column)) }
      const figures = (to: Cell) => (cell: Cell, i: number) => (i === column && typeof cell === 'number' ? to : cell)
      yield { name: `${name} ${column}: figures made of words`, body: write(figures('oops')) }
      yield { name: `${name} ${column}: figures gone`, body: write(figures(null)) }
    }
  }
}

const kindsOf = (cells: readonly Cell[]): string => cells.map((cell) => typeof cell).join()

const omit = <V>(record: Readonly<Record<string, V>>, name: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== name))

// Leaf by leaf: of each name the first and the last.
function* corruptXml(body: string): Generator<Corruption> {
  const leaves = [...body.matchAll(/<([\w:.-]+)(?:\s[^<>]*)?>([^<>]+)<\/\1>/g)].filter(([, , text]) => text!.trim() !== '')
  for (const [name, list] of Map.groupBy(leaves, ([, tag]) => tag!))
    for (const leaf of new Set([list[0]!, list.at(-1)!])) {
      const put = (text: string) => body.slice(0, leaf.index) + text + body.slice(leaf.index + leaf[0].length)
      yield { name: `${name} gone`, body: put('') }
      yield { name: `${name} empty`, body: put(`<${name}></${name}>`) }
      yield { name: `${name} a word`, body: put(`<${name}>oops</${name}>`) }
    }
}

function* corruptJson(root: unknown): Generator<Corruption> {
  for (const path of pathsOf(root)) {
    const name = path.join('.')
    const corrupted = (how: string, to: unknown) => jsonCorruption(`${name} ${how}`, replaced(root, path, to), memberOf(path))
    if (!isOlderState(root, path)) yield corrupted('gone', undefined)
    yield corrupted('a word', 'oops')
    yield corrupted('null', null)
    const value = path.reduce<any>((inner, member) => inner[member], root)
    // A list of one figure would only be another figure.
    if (!Array.isArray(value) || value.length !== 1) yield corrupted('a list', [1])
  }
}

// Written out only where somebody reads it as text.
function jsonCorruption(name: string, parsed: unknown, member: string | undefined): Corruption {
  return {
    name,
    parsed,
    ...(member !== undefined && { member }),
    get body() {
      return JSON.stringify(parsed)
    },
  }
}

type Path = readonly (string | number)[]

const memberOf = (path: Path): string | undefined => (typeof path.at(-1) === 'string' ? path.join('.') : undefined)

const mostFields = 24

// Entries of one shape repeat each other, and so do lists within lists: a few of each tell as much as all.
function pathsOf(value: unknown, at: Path = [], most = 8): Path[] {
  const here = at.length === 0 ? [] : [at]
  if (Array.isArray(value))
    return [...here, ...someOfEach([...value.entries()].slice(0, most)).flatMap(([i, inner]) => pathsOf(inner, [...at, i], 2))]
  if (typeof value !== 'object' || value === null) return here
  // Objects of objects are lists by another name; so are those of more numbers than any record has fields.
  const members = Object.entries(value)
  const isTable =
    (members.length > most && members.every(([, inner]) => typeof inner === 'object' && inner !== null)) ||
    (members.length > mostFields && members.every(([, inner]) => typeof inner === 'number'))
  return [
    ...here,
    ...(isTable ? someOfEach(members.slice(0, most)) : members).flatMap(([member, inner]) =>
      pathsOf(inner, [...at, member], most),
    ),
  ]
}

/** Of each shape the first and the last. */
function someOfEach<K, V>(entries: readonly (readonly [K, V])[], shape: (value: V) => string = shapeOf): (readonly [K, V])[] {
  const alike = Map.groupBy(entries, ([, value]) => shape(value))
  return [...alike.values()].flatMap((own) => (own.length > 2 ? [own[0]!, own.at(-1)!] : own))
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length === 0 ? '' : shapeOf(value[0])}]`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return `{${Object.entries(value)
    .slice(0, 40)
    .map(([member, inner]) => `${member}:${shapeOf(inner)}`)
    .join()}}`
}

// A record's own history with an entry less is what the upstream rightly said a while ago: there is nothing wrong to notice.
function isOlderState(root: unknown, path: Path): boolean {
  const lists = path.filter((member) => typeof member === 'number').length
  return lists > 1 && typeof path.at(-1) === 'number' && isRecord(path.reduce<any>((inner, member) => inner[member], root))
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Shares with the original everything that is not on the path. */
function replaced(value: any, path: Path, to: unknown): unknown {
  const [member, ...rest] = path
  if (member === undefined) return to
  if (Array.isArray(value))
    return rest.length === 0 && to === undefined
      ? value.toSpliced(Number(member), 1)
      : value.with(Number(member), replaced(value[Number(member)], rest, to))
  const { [member]: inner, ...others } = value
  return rest.length === 0 && to === undefined ? others : { ...value, [member]: replaced(inner, rest, to) }
}
