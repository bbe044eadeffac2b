// Reads what is left once the entries are taken out that cannot be read: which one it was, the parser tells by where it stopped.

import { TollgateError } from '../base/errors.ts'
import { costsOnlyItself, createAsideList, type SetAside } from './aside.ts'

type Path = readonly string[]
type Parse<V> = (raw: unknown, setAside: SetAside) => V[]

const mostTakenOut = 50
const leastOfTable = 5

/**
 * `depth`: how many lists deep the entries lie that stand for themselves; deeper ones belong to them, and where what is wrong is no
 * deeper, the outer entry goes. The first error is thrown where nothing can be taken out, or too much would have to be.
 */
export function parseApart<V>(parse: Parse<V>, raw: unknown, depth: number, setAside: SetAside): V[] {
  const taken: { what: string; error: unknown }[] = []
  let left = raw
  for (;;) {
    const own = createAsideList()
    try {
      const values = parse(left, own.set)
      for (const { what, error } of taken) setAside(what, error)
      for (const { what, reason, code } of own.all) setAside(what, new TollgateError(code, reason))
      return values
    } catch (error) {
      if (error instanceof TollgateError && !costsOnlyItself(error)) throw error
      const path = taken.length >= mostTakenOut ? null : findEntry(left, whereItStops(parse, left), depth)
      if (path === null) throw taken[0]?.error ?? error
      taken.push({ what: describe(left, path), error })
      left = without(left, path)
    }
  }
}

/** A place in what was fetched, as the step to it from the one around it. */
interface Place {
  readonly around: Place | null
  readonly member: string
}

/** The last member that the parser looked at, and where the holder of it lies. */
interface Look {
  around: Place | null
  member: string | null
}

function whereItStops<V>(parse: Parse<V>, raw: unknown): Path {
  const last: Look = { around: null, member: null }
  try {
    parse(watch(raw, null, last), () => undefined)
    return []
  } catch {
    return pathOf(last)
  }
}

function pathOf({ around, member }: Look): Path {
  const path: string[] = member === null ? [] : [member]
  for (let at = around; at !== null; at = at.around) path.unshift(at.member)
  return path
}

function watch(value: unknown, place: Place | null, last: Look): unknown {
  // What is not plain data keeps its own members, which a watcher could not be called on.
  if (!isPlain(value)) return value
  let children: Map<string, unknown> | null = null
  // A copy of what is looked at, and no deeper: of what is frozen nothing but itself may be shown.
  return new Proxy(Array.isArray(value) ? [...value] : { ...value }, {
    // Called for each member of each row of a history: nothing is made here but what is looked into.
    get(target, member) {
      const inner = (target as Record<string | symbol, unknown>)[member]
      if (typeof member === 'symbol' || typeof inner === 'function' || (member === 'length' && Array.isArray(target)))
        return inner
      last.around = place
      last.member = member
      if (!isPlain(inner)) return inner
      children ??= new Map()
      const known = children.get(member)
      if (known !== undefined) return known
      const watched = watch(inner, { around: place, member }, last)
      children.set(member, watched)
      return watched
    },
  })
}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)

/** The entry on the way to a place that is `depth` lists deep, or as deep as there are. */
function findEntry(root: unknown, place: Path, depth: number): Path | null {
  let value = root as Record<string, unknown>
  let found: Path | null = null
  let lists = 0
  for (const [i, member] of place.entries()) {
    if (isTable(value)) {
      found = place.slice(0, i + 1)
      if (++lists === depth) return found
    }
    value = value[member] as Record<string, unknown>
  }
  return found
}

// Objects of objects are lists by another name.
function isTable(value: unknown): boolean {
  if (Array.isArray(value)) return true
  const members = Object.values(value as object)
  return members.length >= leastOfTable && members.every((inner) => typeof inner === 'object' && inner !== null)
}

function describe(root: unknown, path: Path): string {
  const value = path.reduce<any>((inner, member) => inner[member], root)
  return `${path.join('.')}: ${JSON.stringify(value)?.slice(0, 80)}`
}

function without(value: any, [member, ...rest]: Path): unknown {
  if (Array.isArray(value))
    return rest.length === 0
      ? value.toSpliced(Number(member), 1)
      : value.with(Number(member), without(value[Number(member)], rest))
  const { [member!]: inner, ...others } = value
  return rest.length === 0 ? others : { ...value, [member!]: without(inner, rest) }
}
