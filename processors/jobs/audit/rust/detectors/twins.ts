// Two accounts of one kind may be the same one.
import { type Account, has, isTyped, valuesOf } from '../accounts.ts'
import { splitTop } from '../attributes.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow, Write } from '../events.ts'
import { seedsName } from '../facts.ts'
import { holds, isKey } from '../values.ts'

/** Of as many accounts as people write; more of one kind are a list by another name. */
const mostOfKind = 40

export function twins(context: Context): void {
  for (const instruction of context.instructions) {
    const { flow } = instruction
    const last = new Map(flow.writes.map((write) => [write.account, write]))
    const kinds = Map.groupBy(
      flow.accounts.filter(
        (account) =>
          last.has(account) &&
          isTyped(account) &&
          !has(account, 'init') &&
          account.inner !== null &&
          flow.project.structs.has(account.inner),
      ),
      ({ inner }) => inner,
    )
    for (const those of kinds.values())
      those.slice(0, mostOfKind).forEach((one, index) => {
        for (const other of those.slice(index + 1, mostOfKind)) judge(context, instruction, [last.get(one)!, last.get(other)!])
      })
  }
}

function judge(context: Context, { flow, name }: Instruction, writes: readonly [Write, Write]): void {
  const [one, other] = [writes[0].account, writes[1].account]
  if (isToldByKey(flow, one, other) || areApart(one, other)) return
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

/** Their seeds begin with different words, or have another number of parts. */
function areApart(one: Account, other: Account): boolean {
  const [a, b] = [one, other].map((account) => splitTop((valuesOf(account, 'seeds')[0] ?? '').replace(/^\[|\]$/g, ''), ','))
  if (a!.length === 0 || b!.length === 0) return false
  const fixed = (part: string | undefined) => (part !== undefined && /^&?(b?"|[A-Z_]{3,}|\w+::)/.test(part) ? part : null)
  return a!.length !== b!.length || (fixed(a![0]) !== null && fixed(b![0]) !== null && fixed(a![0]) !== fixed(b![0]))
}
