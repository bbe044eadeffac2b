// Type parameters that tie nothing: loans paid back in any coin, and a capability of whatever role.
import type { Context, Entry } from '../context.ts'
import { mentions, nameOfType, plain } from '../project.ts'
import type { Param } from '../tree.ts'
import { some } from '../walk.ts'

const coins = /^(Coin|Balance|FungibleAsset|Token)$/
const receipts = /(Receipt|Loan|Debt|Flash\w*|Potato|Promise|Obligation)$/
const roles = /(Cap|Capability|Role|RoleCap|Auth|Authority|Permit|Badge|Key)$/

export function generics(context: Context): void {
  for (const entry of context.entries)
    for (const { name } of entry.fn.item.typeParams) {
      const typed = entry.fn.item.params.filter(({ type }) => mentions(type, name))
      paidBack(context, entry, name, typed)
      anyRole(context, entry, name, typed)
    }
}

/** The receipt of a loan is ended by coins of a type that neither it nor anything else names. */
function paidBack(context: Context, { fn, flow }: Entry, name: string, typed: readonly Param[]): void {
  const paid = typed.find(({ type }) => type.kind === 'path' && coins.test(nameOfType(type)))
  const receipt = fn.item.params.find(({ type }) => type.kind === 'path' && receipts.test(nameOfType(type)))
  if (paid === undefined || receipt === undefined || typed.some((one) => one !== paid)) return
  const isTold = [...flow.reached].some((one) =>
    some(one.item.body, (node) => /^(type_of|type_name|with_defining_ids|get|type_info)$/.test(calledName(node))),
  )
  if (!isTold)
    context.raise(
      'type-not-bound',
      fn.item,
      fn,
      `${nameOfType(receipt.type)} does not say what was lent, so ${paid.name} may be any ${name}`,
    )
}

/** A capability is typed by its role, and the caller picks the role. */
function anyRole(context: Context, { fn, flow }: Entry, name: string, typed: readonly Param[]): void {
  const [held] = typed
  const type = plain(held?.type ?? null)
  if (held === undefined || typed.length > 1 || held.type.kind !== 'ref' || type?.kind !== 'path') return
  if (!roles.test(nameOfType(type)) || fn.item.result !== null || (held.type.isMut && !held.name.startsWith('_'))) return
  const isNamed = [...flow.reached].some((one) =>
    some(
      one.item.body,
      (node) =>
        (node.kind === 'call' || node.kind === 'method' || node.kind === 'pack') &&
        node.typeArgs.some((of) => mentions(of, name)),
    ),
  )
  const isRead = some(fn.item.body, (node) => node.kind === 'name' && node.path.length === 1 && node.path[0] === held.name)
  if (!isNamed && !isRead)
    context.raise('type-not-bound', fn.item, fn, `${held.name} opens it with any ${name}: no role is asked for`, {
      severity: 'medium',
    })
}

const calledName = (node: Parameters<typeof some>[0]): string =>
  node?.kind === 'call' ? node.path.at(-1)! : node?.kind === 'method' ? node.name : ''
