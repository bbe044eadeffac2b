// Changes a value's leaves as far as its topic's schema allows.

type Fits = (value: unknown) => boolean
type Change = (leaf: unknown) => unknown

// Whether a leaf may be changed so is a matter of its place in the schema: asked once, not for each of a thousand values.
interface Place {
  readonly members: Map<string, Place>
  /** Of a list all entries are one place. */
  entries: Place | undefined
  /** By the kinds of what is there and what comes. */
  readonly allowed: (boolean | undefined)[]
}
const learned = new WeakMap<Fits, Place>()
const createPlace = (): Place => ({ members: new Map(), entries: undefined, allowed: [] })

/** A copy in which every leaf has been offered to `to`; what the topic would refuse stays as it was. */
export function changeLeaves<V>(value: V, fits: Fits, to: Change): V {
  const root = learned.get(fits) ?? createPlace()
  learned.set(fits, root)
  const changes: Changed[] = []
  const copy = copyOf(value) as Record<string, unknown>
  const isAllowed = (change: Changed, { allowed }: Place): boolean => {
    const kinds = 8 * kindOf(change.leaf) + kindOf(change.changed)
    const before = allowed[kinds]
    if (before !== undefined) return before
    undo(changes)
    change.holder[change.member] = change.changed
    const answer = fits(copy)
    undo([change])
    redo(changes)
    allowed[kinds] = answer
    return answer
  }
  visit(copy, root, (holder, member, leaf, place) => {
    const change = { holder, member, leaf, changed: to(leaf) }
    if (change.changed === leaf || !isAllowed(change, place)) return
    redo([change])
    changes.push(change)
  })
  if (changes.length === 0 || fits(copy)) return copy as V
  // A bound was crossed that another value kept within: one at a time.
  undo(changes)
  for (const change of changes) {
    redo([change])
    if (!fits(copy)) undo([change])
  }
  return copy as V
}

interface Changed {
  readonly holder: Record<string, unknown>
  readonly member: string
  readonly leaf: unknown
  readonly changed: unknown
}

function undo(changes: readonly Changed[]): void {
  for (const { holder, member, leaf } of changes) holder[member] = leaf
}

function redo(changes: readonly Changed[]): void {
  for (const { holder, member, changed } of changes) holder[member] = changed
}

function kindOf(leaf: unknown): number {
  if (typeof leaf === 'number') return leaf > 0 ? 0 : leaf < 0 ? 1 : 2
  if (leaf === null) return 3
  return typeof leaf === 'string' ? 4 : typeof leaf === 'boolean' ? 5 : 6
}

type Visitor = (holder: Record<string, unknown>, member: string, leaf: unknown, place: Place) => void

function visit(holder: Record<string, unknown>, at: Place, visitor: Visitor): void {
  const isList = Array.isArray(holder)
  for (const member of Object.keys(holder)) {
    const place = isList ? entriesOf(at) : memberOf(at, member)
    const leaf = holder[member]
    if (typeof leaf === 'object' && leaf !== null) visit(leaf as Record<string, unknown>, place, visitor)
    else visitor(holder, member, leaf, place)
  }
}

function entriesOf(at: Place): Place {
  at.entries ??= createPlace()
  return at.entries
}

function memberOf({ members }: Place, member: string): Place {
  const known = members.get(member)
  if (known !== undefined) return known
  const place = createPlace()
  members.set(member, place)
  return place
}

// Values are JSON; structuredClone takes ten times as long over them.
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const member of Object.keys(value)) copy[member] = copyOf((value as Record<string, unknown>)[member])
  return copy
}
