// Sui objects and abilities: what is shared or frozen, what can be dropped or copied, and types that are taken on trust.
import type { Context } from '../context.ts'
import { canonicalPath, type Fn, findStruct, has, mentions, nameOfType, plain, type Struct } from '../project.ts'
import { bare, some, spell, walk } from '../walk.ts'

const isCapability = (name: string): boolean => /(Cap|Capability)$/.test(name)
const receiptName = /^Borrow|(Receipt|Ticket|Potato|Promise|Loan|Request)$/
const flashName = /^Flash[A-Za-z]{0,40}Receipt$|(FlashLoan|LoanReceipt|Potato|LoanTicket)$/
const moneyName = /^(Coin|Balance|FungibleAsset)$/

export function objects(context: Context): void {
  for (const fn of context.functions) {
    sharing(context, fn)
    wrapped(context, fn)
  }
  for (const module of context.modules) for (const struct of module.structs.values()) abilities(context, struct)
}

function sharing(context: Context, fn: Fn): void {
  const params = new Map(fn.item.params.map(({ name, type }) => [name, type]))
  for (const node of walk(fn.item.body)) {
    const called = context.typing.calledBy(node, fn)
    if (called === null || called.args[0] === undefined) continue
    const verb = /^(?:public_)?(share|freeze)_object$/.exec(called.name)?.[1]
    if (verb === undefined) continue
    const word = nameOfType(context.typing.typeOf(called.args[0], fn))
    const value = bare(called.args[0])
    if (isCapability(word) && verb === 'share')
      context.raise('shares-capability', node, fn, `${spell(node)} gives everybody the ${word}`)
    else if (isCapability(word))
      context.raise('freezes-capability', node, fn, `nobody can use the ${word} mutably or take it back after ${spell(node)}`)
    else if (
      verb === 'share' &&
      value.kind === 'name' &&
      params.has(value.path[0]!) &&
      params.get(value.path[0]!)!.kind === 'path'
    )
      context.raise(
        'shares-given',
        node,
        fn,
        `${value.path[0]} was made elsewhere: a ${word} that is owned already cannot be shared, one that can is open to all`,
        isOwnThing(fn, word) ? { severity: 'low' } : {},
      )
  }
}

/** Only its module can make it and hand it out: whoever makes one shares it by this. */
function isOwnThing(fn: Fn, name: string): boolean {
  const struct = fn.module.structs.get(name)
  return struct !== undefined && !has(struct, 'store')
}

function wrapped(context: Context, fn: Fn): void {
  for (const node of walk(fn.item.body)) {
    const called = context.typing.calledBy(node, fn)
    if (called === null || called.name !== 'public_freeze_object' || called.args[0] === undefined) continue
    const type = plain(context.typing.typeOf(called.args[0], fn))
    const struct = type?.kind === 'path' ? findStruct(type.path, context.project) : null
    const inner = struct?.item.fields.find((field) => {
      const path = field.type.kind === 'path' ? canonicalPath(field.type.path, struct.module) : []
      const held = findStruct(path, context.project)
      return held !== null && has(held, 'key')
    })
    if (inner !== undefined) context.raise('freezes-wrapped', node, fn, `${inner.name} is frozen inside for ever`)
  }
}

function abilities(context: Context, struct: Struct): void {
  const { item, name, module } = struct
  const free = ['drop', 'copy'].filter((ability) => has(struct, ability))
  const stores = has(struct, 'store') || has(struct, 'key')
  if (receiptName.test(name) && !has(struct, 'key') && (free.length > 0 || has(struct, 'store'))) {
    const lender = [...module.functions.values()].find(({ item: one }) => {
      const parts = one.result?.kind === 'tuple' ? one.result.items : []
      return parts.some((part) => nameOfType(part) === name) && parts.some((part) => moneyName.test(nameOfType(part)))
    })
    if (lender === undefined && free.length > 0 && flashName.test(name) && !item.attributes.includes('event'))
      context.raise('receipt-not-hot', item, module, `${name} has ${free.join(' and ')}: whoever holds it may leave it unpaid`, {
        severity: 'medium',
        confidence: 0.5,
      })
    if (lender !== undefined && (free.length > 0 || stores))
      context.raise(
        'receipt-not-hot',
        item,
        module,
        `${name} has ${[...free, ...(stores ? ['store'] : [])].join(' and ')}: who gets it from ${lender.name} need not give it back`,
        { severity: free.length > 0 ? 'critical' : 'medium' },
      )
  }
  if (isCapability(name) && (has(struct, 'copy') || (has(struct, 'drop') && !has(struct, 'key') && item.fields.length > 0)))
    context.raise('value-copied', item, module, `${name} is a right, and has ${free.join(' and ')}`, {
      severity: has(struct, 'copy') ? 'medium' : 'low',
    })
  const amount = item.fields.find(
    (field) => /^(value|amount|balance|shares)$/.test(field.name) && /^u\d+$/.test(nameOfType(field.type)),
  )
  if (
    has(struct, 'copy') &&
    stores &&
    amount !== undefined &&
    /^(\w*Coin|\w*Token|\w*Balance|\w*Share|\w*Voucher|\w*Ticket)$/.test(name) &&
    !/Event|Info|Data|Config|View/.test(name)
  ) {
    const made = [...module.functions.values()].some(
      (fn) => fn.isOpen && nameOfType(fn.item.result) === name && fn.item.result?.kind === 'path',
    )
    if (made) context.raise('value-copied', item, module, `${name} holds ${amount.name} and has copy`)
  }
  // What may be copied and not dropped was meant as a thing and not as a note.
  else if (has(struct, 'copy') && !has(struct, 'drop') && !stores && /(Coin|Token|Balance|Share|Voucher|NFT)$/.test(name))
    context.raise('value-copied', item, module, `${name} has copy: each of it may be made two`)
  const isWitness = name === module.name.toUpperCase() && module.isSui && has(struct, 'drop') && module.functions.has('init')
  if (isWitness && (free.length > 1 || stores || item.fields.some((field) => nameOfType(field.type) !== 'bool')))
    context.raise(
      'witness-misused',
      item,
      module,
      `${name} is named as a one-time witness, and has more than drop or holds fields`,
    )
  for (const field of item.fields)
    if (module.isSui && has(struct, 'key') && nameOfType(field.type) === 'Coin')
      context.raise('coin-field', item, module, `${name}.${field.name} keeps a Coin where a Balance does`)
}

/** Money of a type that the caller picks is booked where no type is told apart. */
export function confusion(context: Context): void {
  for (const { fn, flow, guard } of context.entries) {
    if (guard !== null && guard.kind !== 'given') continue
    for (const { name, isPhantom } of fn.item.typeParams) {
      const paid = fn.item.params.find(
        ({ type }) =>
          type.kind === 'path' && moneyName.test(nameOfType(type)) && type.args.some((one) => nameOfType(one) === name),
      )
      if (paid === undefined || isPhantom) continue
      const others = fn.item.params.filter((one) => one !== paid && mentions(one.type, name))
      const isUsed = flow.facts.some((fact) => {
        if (fact.kind !== 'call') return false
        const { module, fn: callee, typeArgs, name: verb } = fact.called
        if (/type_name|type_info/.test(module) || /type_of|with_defining_ids|^get$/.test(verb)) return true
        return (
          !/^(coin|balance|transfer|fungible_asset|event)$/.test(module) &&
          callee === null &&
          typeArgs.some((one) => mentions(one, name))
        )
      })
      const isKept = [...flow.reached].some((one) => some(one.item.body, (node) => isTyped(node, name)))
      const booked = flow.facts.find(
        (fact) =>
          fact.kind === 'write' &&
          fact.value.has(`param:${paid.name}`) &&
          (fact.root.has('state') || fact.root.has('handed')) &&
          !fact.root.has('own'),
      )
      const sentAway = flow.facts.some(
        (fact) =>
          fact.kind === 'call' &&
          /transfer|deposit|burn|destroy/.test(fact.called.name) &&
          fact.args.some((one) => one.has(`param:${paid.name}`)),
      )
      if (others.length === 0 && !isUsed && !isKept && booked !== undefined && sentAway)
        context.raise(
          'type-not-bound',
          booked.fn === fn ? booked.node : fn.item,
          fn,
          `any ${name} is booked as if it was the right one`,
        )
    }
  }
}

const isTyped = (node: Parameters<typeof spell>[0] & object, name: string): boolean =>
  (node.kind === 'call' || node.kind === 'method' || node.kind === 'pack' || node.kind === 'name') &&
  node.typeArgs.some((one) => mentions(one, name)) &&
  (node.kind !== 'call' || !/^(coin|balance|transfer|fungible_asset)$/.test(node.path.at(-2) ?? ''))
