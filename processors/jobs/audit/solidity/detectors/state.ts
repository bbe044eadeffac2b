// State that is not what it seems: shadowed, uninitialised, movable slots, locked ether, transient marks, and compilers left open.
import { spend } from '../../work.ts'
import type { Context } from '../context.ts'
import { findVariable } from '../project.ts'
import { isMember, isSender, type Node, namesIn, rootOf, some, spell, walk } from '../tree.ts'

export function state(context: Context): void {
  for (const contract of context.contracts) {
    for (const [name, variable] of contract.variables) {
      const base = contract.line
        .slice(1)
        .find((one) => one.variables.get(name) !== undefined && one.variables.get(name)!.visibility !== 'private')
      if (base !== undefined && contract.isOld)
        context.raise('shadowed-state', variable, contract, `${name} hides the one of ${base.name}`)
      if (/slot/i.test(name) && variable.typeName?.name === 'bytes32' && !variable.isDeclaredConst && !variable.isImmutable)
        context.raise(
          'slot-not-constant',
          variable,
          contract,
          `${name} takes a storage slot itself, which the implementation may write`,
        )
    }
    locked(context, contract)
  }
  for (const fn of context.functions) {
    pointers(context, fn)
    transient(context, fn)
    copies(context, fn)
    spoofedSender(context, fn)
  }
}

function locked(context: Context, contract: Context['contracts'][number]): void {
  if (contract.kind !== 'contract' || contract.missing.length > 0) return
  const entries = context.entriesOf(contract)
  const payable = entries.find((one) => one.fn.isPayable || (contract.isOld && one.fn.name === 'receive'))
  if (payable === undefined) return
  const pays = entries.some(({ flow }) =>
    flow.calls.some(
      (call) => call.value !== null || ['transfer', 'send', 'delegatecall', 'callcode', 'call', 'create'].includes(call.kind),
    ),
  )
  const ends = entries.some(({ flow }) =>
    [...flow.reached].some((fn) =>
      some(fn.node.body, (one) => one.type === 'FunctionCall' && /^(selfdestruct|suicide)$/.test(spell(one.expression))),
    ),
  )
  if (!pays && !ends)
    context.raise('locked-ether', payable.fn.node, payable.fn, `${payable.fn.name} takes ether and nothing gives it out`)
}

// Before 0.5 a local of a struct or array without a place pointed at slot 0.
function pointers(context: Context, fn: Parameters<Context['raise']>[2] & { node: Node; contract: { isOld: boolean } }): void {
  if (!fn.contract.isOld) return
  for (const node of walk(fn.node.body)) {
    if (node.type !== 'VariableDeclarationStatement' || node.initialValue) continue
    const [declared] = node.variables as Node[]
    const place = declared?.storageLocation
    const isReference = declared?.typeName?.type === 'ArrayTypeName' || declared?.typeName?.type === 'UserDefinedTypeName'
    if (
      isReference &&
      (place === null || place === 'storage') &&
      some(
        fn.node.body,
        (one) =>
          one.type === 'BinaryOperation' &&
          /^[-+*/|&^]?=$/.test(one.operator) &&
          one.left !== declared &&
          ['MemberAccess', 'IndexAccess'].includes(one.left.type) &&
          rootOf(one.left).name === declared?.name,
      ) &&
      place !== 'memory'
    )
      context.raise('uninitialised-storage', declared!, fn, `${declared?.name} points at slot 0 and overwrites what is there`)
  }
}

// A slot that says who may call is written with something else before the transaction ends.
function transient(context: Context, fn: Context['functions'][number]): void {
  const loads = new Set<string>()
  const stores: { slot: string; node: Node }[] = []
  for (const node of walk(fn.node.body))
    if (node.type === 'AssemblyCall' && node.functionName === 'tload') loads.add(slotOf(node.arguments[0]))
    else if (node.type === 'AssemblyCall' && node.functionName === 'tstore')
      stores.push({ slot: slotOf(node.arguments[0]), node })
  const asks = some(fn.node.body, (one) => one.type === 'BinaryOperation' && one.operator === '==' && some(one, isSender))
  for (const { slot, node } of stores)
    if (loads.has(slot) && asks && node.arguments[1]?.value !== '0')
      context.raise('transient-overwrite', node, fn, `slot ${slot} says who may call and is overwritten`)
}

const slotOf = (node: Node | undefined): string => node?.value ?? node?.functionName ?? spell(node)

// Two copies of one book, both written back: where both are the same page, the second write wins.
function copies(context: Context, fn: Context['functions'][number]): void {
  const read = [...fn.pointers].flatMap(([name, initial]) =>
    initial.type === 'IndexAccess' && findVariable(fn.contract, rootOf(initial).name) !== undefined ? [{ name, initial }] : [],
  )
  if (read.length < 2) return
  const writes = Map.groupBy(
    [...walk(fn.node.body)].filter((node) => node.type === 'BinaryOperation' && node.operator === '='),
    (node) => spell(node.left),
  )
  const written = (at: string, name: string, sign: string) =>
    writes.get(at)?.find((node) => namesIn(node.right).has(name) && some(node.right, (part) => part.operator === sign))
  const pages = read.map(({ name, initial }) => {
    const at = spell(initial)
    return {
      at,
      index: spell(initial.index),
      root: rootOf(initial).name,
      down: written(at, name, '-'),
      up: written(at, name, '+'),
    }
  })
  const lowered = pages.filter(({ down }) => down !== undefined)
  const asked = askedPairs(fn.node.body)
  for (const { at: b, index: y, root, up } of pages) {
    if (up === undefined) continue
    for (const { at: a, index: x, root: other } of lowered) {
      spend(1)
      if (root !== other || a === b || asked.has(pairOf(x, y))) continue
      context.raise(
        'self-transfer',
        up,
        fn,
        `${b} is written from a copy older than ${a}: with ${x} = ${y} the amount appears from nothing`,
      )
    }
  }
}

const pairOf = (x: string, y: string): string => [x, y].sort().join()
const askedPairs = (body: Node): Set<string> =>
  new Set(
    [...walk(body)].flatMap((node) =>
      node.type === 'BinaryOperation' && /^[!=]=$/.test(node.operator) ? [pairOf(spell(node.left), spell(node.right))] : [],
    ),
  )

function spoofedSender(context: Context, fn: Context['functions'][number]): void {
  if (!/^_?msgSender$/i.test(fn.name)) return
  const slice = [...walk(fn.node.body)].find((one) => one.type === 'IndexRangeAccess' && isMember(one.base, 'msg', 'data'))
  const many = fn.contract.line.some(
    (one) =>
      one.missing.some((base) => /Multicall/i.test(base)) ||
      /Multicall/i.test(one.name) ||
      some(
        one.node,
        (part) =>
          part.type === 'FunctionCall' &&
          part.expression.type === 'MemberAccess' &&
          part.expression.memberName === 'delegatecall',
      ),
  )
  if (slice !== undefined && many)
    context.raise(
      'spoofed-sender',
      slice,
      fn,
      'the last 20 bytes of the data are believed, and a call within a batch writes its own',
    )
}

export function compilers(context: Context): void {
  for (const contract of context.contracts) {
    for (const fn of contract.functions)
      for (const node of walk(fn.node.body)) {
        const old = node.type === 'FunctionCall' && /^(sha3|suicide)$/.test(spell(node.expression))
        if (old || node.type === 'ThrowStatement')
          context.raise('deprecated', node, fn, `${old ? spell(node.expression) : 'throw'} is gone from the language`)
      }
  }
}
