// Signatures that are good twice, for nobody, or in a second form.
import { spend } from '../../work.ts'
import type { Context } from '../context.ts'
import { paramsOf } from '../guards.ts'
import type { Contract, Fn } from '../project.ts'
import { calleeName, isAssignment, isName, isSender, type Node, namesIn, rootOf, some, spell, walk } from '../tree.ts'

export const recovers = (node: Node): boolean =>
  node.type === 'FunctionCall' &&
  (isName(node.expression, 'ecrecover') ||
    (/^(recover|tryRecover)$/.test(calleeName(node)) && node.arguments.length >= 1) ||
    calleeName(node) === 'isValidSignatureNow')

export function signatures(context: Context): void {
  const byCalled = Map.groupBy(
    context.contracts.flatMap((one) => one.functions.flatMap((fn) => [...calledBy(fn)].map((name) => ({ name, fn })))),
    ({ name }) => name,
  )
  const lines = new Map<Contract, ReadonlySet<Contract>>()
  /** Parts of one contract: both stand in the line of some. */
  const areOne = (a: Contract, b: Contract) =>
    a === b ||
    context.contracts.some((one) => {
      spend(1)
      const line = lines.get(one) ?? new Set(one.line)
      lines.set(one, line)
      return line.has(a) && line.has(b)
    })
  for (const fn of context.functions) {
    if (fn.contract.kind === 'library') continue
    const at = [...walk(fn.node.body)].find(recovers)
    if (at === undefined) continue
    const isPlain = isName(at.expression, 'ecrecover')
    const callers = (byCalled.get(fn.name) ?? [])
      .map((one) => one.fn)
      .filter((one) => one !== fn && areOne(fn.contract, one.contract))
    const around = [
      fn,
      ...callers,
      ...callers.flatMap((one) =>
        one.contract.functions.filter((other) => other.node.body !== null && other !== one && calls(other, one.name)),
      ),
    ]
    const isOnce = around.some(marksUse)
    const acts = around.some((one) => !one.isView) || around.length === 1
    const isOpen = around.some((one) => one.isEntry)
    if (!isOnce && isOpen) {
      const target = callers.find((one) => !one.isView && !callers.some((other) => other !== one && calls(other, one.name)))
      context.raise(
        'signature-replay',
        target?.node ?? at,
        target ?? fn,
        `${spell(at)} is accepted again: neither a nonce nor a mark of use is part of it`,
        acts && !isBrought(at, fn, callers) ? {} : { severity: 'low', confidence: 0.4 },
      )
    }
    if (!isPlain) continue
    malleable(context, fn, at, around)
    const bound = [...fn.pointers].find(([, initial]) => initial === at)?.[0]
    const isSigner = (names: ReadonlySet<string>, part: Node): boolean =>
      some(
        part,
        (node) =>
          node === at ||
          (node.type === 'FunctionCall' && calleeName(node) === fn.name) ||
          (node.type === 'Identifier' && names.has(node.name)),
      )
    const asks = around.some((one) => {
      const names = signerNames(one, at, fn.name)
      return some(
        one.node.body,
        (part) =>
          part.type === 'BinaryOperation' &&
          /^[!=]=$/.test(part.operator) &&
          isSigner(names, part) &&
          (isZeroAddress(part) || some(part, isSender) || some(part, (name) => isNeverZero(fn.contract, name))),
      )
    })
    if (!asks)
      context.raise(
        'ecrecover-zero',
        at,
        fn,
        `${bound ?? 'the signer'} is the zero address for a signature that is none, and is not compared with it`,
      )
  }
}

/** What was signed comes as a hash from outside: whether a nonce is in it does not stand here. */
function isBrought(at: Node, fn: Fn, callers: readonly Fn[]): boolean {
  const isHash = (of: Fn, node: Node | undefined) =>
    node?.type === 'Identifier' && of.params.some((one) => one.name === node.name && one.typeName?.name === 'bytes32')
  if (!isName(at.expression, 'ecrecover') || !isHash(fn, at.arguments[0])) return false
  const place = fn.params.findIndex((one) => one.name === at.arguments[0].name)
  return (
    fn.isEntry ||
    (callers.length > 0 &&
      callers.every((one) =>
        [...walk(one.node.body)].some(
          (node) => node.type === 'FunctionCall' && calleeName(node) === fn.name && isHash(one, node.arguments[place]),
        ),
      ))
  )
}

/** State that the constructor sets to whoever makes the contract. */
const isNeverZero = (contract: Contract, node: Node): boolean =>
  node.type === 'Identifier' &&
  contract.line.some(({ functions }) =>
    functions.some(
      (fn) =>
        fn.isConstructor &&
        some(
          fn.node.body,
          (one) =>
            one.type === 'BinaryOperation' && one.operator === '=' && isName(one.left, node.name) && some(one.right, isSender),
        ),
    ),
  )

const signerNames = (fn: Fn, at: Node, called: string): Set<string> =>
  new Set([
    ...[...fn.pointers].flatMap(([name, initial]) =>
      initial === at || (initial.type === 'FunctionCall' && calleeName(initial) === called) ? [name] : [],
    ),
    ...[...walk(fn.node.body)].flatMap((one) =>
      one.type === 'BinaryOperation' && one.operator === '=' && one.right === at && one.left.type === 'Identifier'
        ? [one.left.name as string]
        : [],
    ),
  ])
const usedOnce = /nonce|used|executed|processed|claimed|consumed|replay|invalidat|bitmap|salt|sigs?Seen|isDone/i

/** Something of the contract that says what was used is looked at, and not only added to; a parameter alone marks nothing. */
function marksUse(fn: Fn): boolean {
  const given = paramsOf(fn)
  const added = new Set<Node>()
  for (const node of walk(fn.node.body))
    if (isAssignment(node) && node.operator !== '=' && /claimed/i.test(rootOf(node.left).name ?? ''))
      for (const part of walk(node.left)) added.add(part)
    // What an error or an event is called says nothing of what is kept.
    else for (const said of namesOfReports(node)) for (const part of walk(said)) added.add(part)
  return some(fn.node.body, (part) => {
    if (added.has(part)) return false
    if (part.type === 'IndexAccess' && isStateOf(fn, part)) return usedOnce.test(spell(part.index))
    if (part.type === 'FunctionCall' && isHandedOn(part)) return true
    if (part.type === 'MemberAccess') return usedOnce.test(part.memberName)
    return part.type === 'Identifier' && usedOnce.test(part.name) && !given.has(part.name)
  })
}

function namesOfReports(node: Node): readonly Node[] {
  if (node.type === 'RevertStatement') return [node.revertCall]
  if (node.type === 'EmitStatement') return [node.eventCall]
  if (node.type !== 'FunctionCall') return []
  if (isName(node.expression, 'require') && node.arguments[1]) return [node.arguments[1]]
  return isName(node.expression, 'revert') ? [node] : []
}

/** A function of the contract is given it, which may mark it. */
const isHandedOn = (call: Node): boolean =>
  call.expression.type === 'Identifier' &&
  !/^(keccak256|sha256|ecrecover|require|assert)$/.test(call.expression.name) &&
  (call.arguments as Node[]).some((one) => one.type === 'Identifier' && usedOnce.test(one.name))

const isStateOf = (fn: Fn, node: Node): boolean => {
  const { name } = rootOf(node)
  return name !== null && !fn.locals.has(name)
}

const halfOrder =
  /0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0|57896044618658097711785492504343953926418782139537452191302581570759080747168/i

// Only where the signature itself is what is marked as used does its second form get in again.
function malleable(context: Context, fn: Fn, at: Node, around: readonly Fn[]): void {
  const parts = new Set(
    around.flatMap((one) => one.params.flatMap((param) => (isSignature(param) ? [param.name as string] : []))),
  )
  const asks = fn.contract.line.some((one) =>
    some(
      one.node,
      (node) =>
        (node.type === 'NumberLiteral' || node.type === 'HexLiteral') && halfOrder.test(String(node.number ?? node.value)),
    ),
  )
  if (
    asks ||
    some(fn.contract.node, (node) => node.type === 'MemberAccess' && /^_?(HALF|secp256k1|MAX_S)/i.test(node.memberName))
  )
    return
  const marked = around
    .flatMap((one) => [...walk(one.node.body)].map((node) => ({ node, one })))
    .find(
      ({ node, one }) =>
        isAssignment(node) &&
        rootOf(node.left).indexes.some((index) =>
          [...namesIn(index)].some(
            (name) => parts.has(name) || [...namesIn(one.pointers.get(name))].some((inner) => parts.has(inner)),
          ),
        ),
    )
  if (marked !== undefined)
    context.raise(
      'signature-malleable',
      marked.node,
      marked.one,
      `${spell(marked.node.left)} marks the signature, which has a second form`,
      {
        severity: 'medium',
        confidence: 0.6,
      },
    )
  else context.raise('signature-malleable', at, fn, `${spell(at)} takes s of either half`)
}

const isSignature = ({ name, typeName }: Node): boolean =>
  /^(_?(v|r|s)|_?sig(nature)?s?_?)$/i.test(name ?? '') || (typeName?.name === 'bytes' && /sig/i.test(name ?? ''))

const called = new WeakMap<Fn, ReadonlySet<string>>()

function calls(fn: Fn, name: string): boolean {
  return calledBy(fn).has(name)
}

function calledBy(fn: Fn): ReadonlySet<string> {
  spend(1)
  const known = called.get(fn) ?? new Set([...walk(fn.node.body)].filter(({ type }) => type === 'FunctionCall').map(calleeName))
  called.set(fn, known)
  return known
}
const isZeroAddress = (node: Node): boolean =>
  some(
    node,
    (one) =>
      one.type === 'FunctionCall' &&
      /^(address)$/.test(spell(one.expression)) &&
      one.arguments[0]?.type === 'NumberLiteral' &&
      Number(one.arguments[0].number) === 0,
  )
