// Changes a value's leaves as far as its topic's schema allows.

type Fits = (value: unknown) => boolean
type Change = (leaf: unknown) => unknown

// Whether a leaf may be changed so is a matter of its place in the schema: asked once, not for each of a thousand values.
const learned = new WeakMap<Fits, Map<string, boolean>>()

/** A copy in which every leaf has been offered to `to`; what the topic would refuse stays as it was. */
export function changeLeaves<V>(value: V, fits: Fits, to: Change): V {
  const known = learned.get(fits) ?? new Map<string, boolean>()
  learned.set(fits, known)
  const changes: Changed[] = []
  const copy = copyOf(value) as Record<string, unknown>
  const isAllowed = (change: Changed, place: string): boolean => {
    const name = [place, kindOf(change.leaf), kindOf(change.changed)].join(' ')
    const before = known.get(name)
    if (before !== undefined) return before
    undo(changes)
    change.holder[change.member] = change.changed
    const answer = fits(copy)
    undo([change])
    redo(changes)
    known.set(name, answer)
    return answer
  }
  visit(copy, '', (holder, member, leaf, place) => {
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

const kindOf = (leaf: unknown): string =>
  typeof leaf === 'number' ? `number ${Math.sign(leaf)}` : leaf === null ? 'null' : typeof leaf

type Visitor = (holder: Record<string, unknown>, member: string, leaf: unknown, place: string) => void

function visit(holder: Record<string, unknown>, at: string, visitor: Visitor): void {
  for (const [member, leaf] of Object.entries(holder)) {
    const place = Array.isArray(holder) ? `${at}/*` : `${at}/${member}`
    if (typeof leaf === 'object' && leaf !== null) visit(leaf as Record<string, unknown>, place, visitor)
    else visitor(holder, member, leaf, place)
  }
}

// Values are JSON; structuredClone takes ten times as long over them.
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, copyOf(inner)]))
}
