// Two sets of rows side by side: equal byte for byte, different and in which fields, or only on one side.
import { cutBody, isCut } from '../keep/history-cut.ts'
import type { Provenance } from '../runner/observe.ts'
import type { RowVersion } from './explain.ts'

export type ComparedRow = Omit<RowVersion, 'computedAt'>

export interface Difference {
  readonly route: string
  readonly key: string
  /** Such as body.signal.score; a member's place in its document is the field "body" itself. */
  readonly field: string
  readonly here: unknown
  readonly there: unknown
}

export interface Comparison {
  readonly equal: number
  readonly different: number
  readonly onlyHere: readonly string[]
  readonly onlyThere: readonly string[]
  readonly differences: readonly Difference[]
}

export function compareRows(here: readonly ComparedRow[], there: readonly ComparedRow[], most = 20): Comparison {
  const others = new Map(there.map((row) => [nameOf(row), row]))
  const differences: Difference[] = []
  const onlyHere: string[] = []
  let [equal, different] = [0, 0]
  for (const row of here) {
    const other = others.get(nameOf(row))
    others.delete(nameOf(row))
    if (other === undefined) {
      onlyHere.push(nameOf(row))
      continue
    }
    const found = compareRow(row, other)
    if (found.length === 0) equal++
    else different++
    if (differences.length < most) differences.push(...found.slice(0, most - differences.length))
  }
  return { equal, different, onlyHere, onlyThere: [...others.keys()], differences }
}

function nameOf({ route, key }: ComparedRow): string {
  return `${route} ${key}`
}

export function compareRow(whole: ComparedRow, other: ComparedRow): Difference[] {
  const [here, there] = [likeCut(whole, other), likeCut(other, whole)]
  const found: Difference[] = []
  const add = (field: string, a: unknown, b: unknown) =>
    found.push({ route: here.route, key: here.key, field, here: a, there: b })
  for (const part of ['body', 'meta', 'inputs'] as const) {
    if (here[part] === there[part]) continue
    // Offsets up to which everything was read go on growing while the facts stay the same set.
    if (part === 'inputs' && here.inputsHash === there.inputsHash && (readsEvery(here) || readsEvery(there))) continue
    const before = found.length
    walk(part, JSON.parse(here[part]), JSON.parse(there[part]), add)
    if (found.length === before) add(part, here[part], there[part])
  }
  if (here.observedAt.getTime() !== there.observedAt.getTime())
    add('observed_at', here.observedAt.toISOString(), there.observedAt.toISOString())
  if (here.formula !== there.formula) add('formula', here.formula, there.formula)
  if (here.inputsHash !== there.inputsHash) add('inputs_hash', here.inputsHash, there.inputsHash)
  return found
}

// History may have kept a version's signal alone; the rest of it cannot be compared.
function likeCut(row: ComparedRow, other: ComparedRow): ComparedRow {
  return isCut(other.body) && !isCut(row.body) ? { ...row, body: cutBody(row.body) } : row
}

function readsEvery(row: ComparedRow): boolean {
  return (JSON.parse(row.inputs) as Provenance[]).some((input) => input.every)
}

function walk(path: string, here: unknown, there: unknown, add: (field: string, here: unknown, there: unknown) => void): void {
  if (!isHolder(here) || !isHolder(there) || Array.isArray(here) !== Array.isArray(there)) {
    if (JSON.stringify(here) !== JSON.stringify(there)) add(path, here, there)
    return
  }
  for (const member of new Set([...Object.keys(here), ...Object.keys(there)]))
    walk(`${path}.${member}`, here[member], there[member], add)
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
