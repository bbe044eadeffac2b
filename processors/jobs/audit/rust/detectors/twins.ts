// Two accounts of one kind may be the same one.
import { type Account, has, isBare, isTyped, valuesOf } from '../accounts.ts'
import { splitTop } from '../attributes.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow, Write } from '../events.ts'
import { comparedWith, keyIsChecked, seedsName } from '../facts.ts'
import { holds, isKey } from '../values.ts'

/** Of as many accounts as people write; more of one kind are a list by another name. */
const mostOfKind = 40

export function twins(context: Context): void {
  for (const instruction of context.instructions) {
    const { flow } = instruction
    const last = new Map(flow.writes.map((write) => [write.account, write]))
    const read = readings(flow)
    const kinds = Map.groupBy(
      flow.accounts.flatMap((account) => {
        const kind = last.has(account) && !has(account, 'init') ? kindOf(flow, account, read.get(account)) : null
        return kind === null ? [] : [{ account, kind }]
      }),
      ({ kind }) => kind,
    )
    for (const [kind, those] of kinds)
      those.slice(0, mostOfKind).forEach(({ account: one }, index) => {
        for (const { account: other } of those.slice(index + 1, mostOfKind)) {
          const writes = [last.get(one)!, last.get(other)!] as const
          if (kind !== bytes || crosses(writes, read)) judge(context, instruction, writes)
        }
      })
  }
}

/** What an account was read as first, and when. */
type Reading = { readonly type: string | null; readonly order: number }
const bytes = ' bytes'

function readings({ reads, project }: Flow): ReadonlyMap<Account, Reading> {
  const found = new Map<Account, Reading>()
  for (const { account, type, how, order } of reads) {
    const known = found.get(account)
    const kind = project.structs.has(type) ? type : how === 'bytes' ? bytes : null
    if (known === undefined) found.set(account, { type: kind, order })
    else if ((known.type === null || known.type === bytes) && kind !== null && kind !== known.type)
      found.set(account, { type: kind, order: known.order })
  }
  return found
}

/** What it holds: by its type, by what it is read as, or numbers at fixed places that are taken out and put back. */
function kindOf(flow: Flow, account: Account, read: Reading | undefined): string | null {
  if (isTyped(account)) return account.inner !== null && flow.project.structs.has(account.inner) ? account.inner : null
  if (read === undefined || !isBare(account) || account.wrapper === 'remaining' || keyIsChecked(flow, account)) return null
  return read.type
}

/** Numbers of both were taken out before the first was put back, one of them goes down and the other up. */
function crosses(writes: readonly Write[], read: ReadonlyMap<Account, Reading>): boolean {
  const first = Math.min(...writes.map(({ order }) => order))
  const isEarly = writes.every(({ account }) => (read.get(account)?.order ?? first) < first)
  const goes = (sign: string) => writes.some(({ account, value }) => value.tags.has(`op:${sign}`) && holds(value, account))
  return isEarly && goes('-') && goes('+')
}

function judge(context: Context, { flow, name }: Instruction, writes: readonly [Write, Write]): void {
  const [one, other] = [writes[0].account, writes[1].account]
  if (
    isToldByKey(flow, one, other) ||
    areApart(one, other) ||
    isSomebodyElse(flow, one, other) ||
    isSomebodyElse(flow, other, one)
  )
    return
  if (
    flow.compares.some(
      ({ left, right }) =>
        [left, right].every((side) => side.leaves.some(isKey)) &&
        ((holds(left, one) && holds(right, other)) || (holds(left, other) && holds(right, one))),
    )
  )
    return
  const at = writes[0].order > writes[1].order ? writes[0] : writes[1]
  context.raise(
    'same-account-twice',
    at.node,
    name,
    `${one.name} and ${other.name} are both written, and nothing says that they differ`,
  )
}

/** One is named by the other's key or seeds; that two fields of theirs are equal tells nothing. */
const isToldByKey = (flow: Flow, one: Account, other: Account): boolean =>
  seedsName(one, other) ||
  seedsName(other, one) ||
  flow.compares.some(
    ({ left, right, op }) =>
      ((holds(left, one) && holds(right, other)) || (holds(left, other) && holds(right, one))) &&
      (op === '!=' || [left, right].some(({ leaves }) => leaves.some(isKey))),
  )

/** The one is whose key the other must not hold: `voter.key() == profile.owner` and `voter.key() != target.owner`. */
const isSomebodyElse = (flow: Flow, one: Account, other: Account): boolean =>
  flow.compares.some(
    ({ op, left, right }) =>
      op === '!=' &&
      [left, right].some((side) =>
        side.leaves.some(
          (leaf) =>
            leaf.account !== null &&
            isKey(leaf) &&
            (holds(left, other) || holds(right, other)) &&
            comparedWith(flow, leaf.account, isKey).some((value) => holds(value, one)),
        ),
      ),
  )

/** Their seeds begin with different words, or have another number of parts. */
function areApart(one: Account, other: Account): boolean {
  const [a, b] = [one, other].map((account) => splitTop((valuesOf(account, 'seeds')[0] ?? '').replace(/^\[|\]$/g, ''), ','))
  if (a!.length === 0 || b!.length === 0) return false
  const fixed = (part: string | undefined) => (part !== undefined && /^&?(b?"|[A-Z_]{3,}|\w+::)/.test(part) ? part : null)
  return a!.length !== b!.length || (fixed(a![0]) !== null && fixed(b![0]) !== null && fixed(a![0]) !== fixed(b![0]))
}
