// Two accounts of one kind may be the same one.
import { type Account, has, isTyped, valuesOf } from '../accounts.ts'
import { splitTop } from '../attributes.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { seedsName } from '../facts.ts'
import { holds, isKey } from '../values.ts'

export function twins(context: Context): void {
  for (const instruction of context.instructions) {
    const { flow } = instruction
    const kinds = flow.accounts.filter(
      (account) => isTyped(account) && !has(account, 'init') && account.inner !== null && flow.project.structs.has(account.inner),
    )
    kinds.forEach((one, index) => {
      for (const other of kinds.slice(index + 1)) if (other.inner === one.inner) judge(context, instruction, one, other)
    })
  }
}

function judge(context: Context, { flow, name }: Instruction, one: Account, other: Account): void {
  const writes = [one, other].map((account) => flow.writes.filter((write) => write.account === account))
  if (writes.some((list) => list.length === 0) || isToldByKey(flow, one, other) || areApart(one, other)) return
  if (
    flow.compares.some(
      ({ left, right }) =>
        [left, right].every((side) => side.leaves.some(isKey)) &&
        ((holds(left, one) && holds(right, other)) || (holds(left, other) && holds(right, one))),
    )
  )
    return
  const at = writes.flat().sort((a, b) => b.order - a.order)[0]!
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
