// Whether what a source made of a wounded answer is part of what it made of the whole one: less, never another.
import type { Ingestor } from '../../ingestors/define.ts'
import { strangeTexts } from './corrupt.ts'

/** Which protocol answers to a shared name depends on the whole list: with one gone the next largest rightly does. */
const relative = new Set(['aliases'])
/** What a list says of its own size and of what it lost is another thing once something is lost. */
for (const account of ['totals', 'set_aside']) relative.add(account)

export interface RightValues {
  readonly all: readonly unknown[]
  readonly byName: ReadonlyMap<string, unknown>
}

export const factName = (ingestor: Ingestor, value: unknown): string =>
  `${ingestor.topic.key(value)} ${ingestor.topic.observedAt(value).getTime()}`

/** `at`: where it stands; what is in every leaf the one that stood there has its name too, which takes longer to say. */
export const isOfRight = (ingestor: Ingestor, value: unknown, right: RightValues, at?: number): boolean =>
  (at !== undefined && isSame(value, right.all[at])) || counterparts(ingestor, value, right).some((one) => isPartOf(value, one))

export const differenceOf = (ingestor: Ingestor, value: unknown, right: RightValues): string =>
  difference(value, counterparts(ingestor, value, right)[0])

function counterparts(ingestor: Ingestor, value: unknown, right: RightValues): readonly unknown[] {
  const name = factName(ingestor, value)
  return right.byName.has(name) ? [right.byName.get(name)] : isStrange(name) ? right.all : []
}

function isSame(value: unknown, right: unknown): boolean {
  if (typeof value !== 'object' || typeof right !== 'object' || value === null || right === null) return value === right
  const members = Object.keys(value)
  return (
    Array.isArray(value) === Array.isArray(right) &&
    members.length === Object.keys(right).length &&
    members.every((member) => isSame((value as Record<string, unknown>)[member], (right as Record<string, unknown>)[member]))
  )
}

/** Every leaf is the right one, or there is none; a list may have lost entries, and free text says what was sent. */
function isPartOf(value: unknown, right: unknown): boolean {
  if (value === null || value === undefined || value === right) return true
  if (typeof value === 'string') return (typeof right === 'string' || right == null) && isStrange(value)
  if (typeof value !== 'object' || typeof right !== 'object' || right === null) return false
  if (Array.isArray(value)) return Array.isArray(right) && isListPart(value, right)
  // What names its own day may be the one before it when the newest is lost.
  if (isOlder(value, right)) return true
  return Object.entries(value).every(
    ([member, inner]) => relative.has(member) || isPartOf(inner, (right as Record<string, unknown>)[member]),
  )
}

/** What is lost leaves the others in their order: each is looked for from the one before on, and only then from the start. */
function isListPart(value: readonly unknown[], right: readonly unknown[]): boolean {
  let next = 0
  return value.every((inner) => {
    // A word where there was none is in a list one more.
    if (typeof inner === 'string' && isStrange(inner)) return true
    const step = right.findIndex((_, i) => isPartOf(inner, right[(next + i) % right.length]))
    next += step + 1
    return step !== -1
  })
}

function isOlder(value: object, right: object): boolean {
  const [own, newest] = [value, right].map((one) => ('as_of' in one ? one.as_of : null))
  return typeof own === 'string' && typeof newest === 'string' && own < newest
}

function isStrange(text: string): boolean {
  return strangeTexts.some((strange) => text.toLowerCase().includes(strange.toLowerCase()))
}

/** Where a value first differs, for whoever reads the failure. */
function difference(value: unknown, right: unknown, at = ''): string {
  if (Array.isArray(value) && Array.isArray(right)) {
    const i = value.findIndex((inner) => !right.some((one) => isPartOf(inner, one)))
    return difference(value[i], right[Math.min(i, right.length - 1)], `${at}/${i}`)
  }
  if (typeof value === 'object' && value !== null && typeof right === 'object' && right !== null) {
    const [member, inner] = Object.entries(value).find(
      ([name, one]) => !relative.has(name) && !isPartOf(one, (right as any)[name]),
    ) ?? ['', null]
    return difference(inner, (right as any)[member], `${at}/${member}`)
  }
  return `${at} is ${JSON.stringify(value)?.slice(0, 300)}, right is ${JSON.stringify(right)?.slice(0, 300)}`
}
