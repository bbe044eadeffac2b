// Loans that are given back: what the receipt says is owed has to be compared with what comes.
import type { Context } from '../context.ts'
import { canonicalPath, findStruct, has, nameOfType } from '../project.ts'
import { some, walk } from '../walk.ts'

const receipt = /(Receipt|Loan|Debt|Flash|Borrow|Ticket|Obligation)/
const coins = /^(Coin|Balance|FungibleAsset|Token)$/

export function repayments(context: Context): void {
  for (const { fn } of context.entries) {
    const given = fn.item.params.filter(({ type }) => type.kind !== 'ref').map(({ type }) => nameOfType(type))
    if (!given.some((word) => coins.test(word))) continue
    for (const node of walk(fn.item.body)) {
      if (node.kind !== 'let' || node.pattern.path === null) continue
      const struct = findStruct(canonicalPath(node.pattern.path, fn.module), context.project)
      if (struct === null || has(struct, 'key') || !receipt.test(struct.name) || !given.includes(struct.name)) continue
      const owed = struct.item.fields.filter(({ type }) => /^u\d+$/.test(nameOfType(type))).map(({ name }) => name)
      const { names } = node.pattern
      const isRead = names.some(
        ({ name, field }) =>
          owed.includes(field ?? name) &&
          some(fn.item.body, (one) => one.kind === 'name' && one.path.length === 1 && one.path[0] === name),
      )
      if (owed.length > 0 && !struct.item.isPositional && !isRead)
        context.raise('repayment-not-asked', node, fn, `${struct.name} is ended, and its ${owed[0]} is compared with nothing`)
    }
  }
}
