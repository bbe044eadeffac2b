// Slips of the pen that compile: an operator that means another one, a comparison that is always true, a copy that is written to.
import type { Context } from '../context.ts'
import { paramsOf } from '../guards.ts'
import { type Contract, type Fn, findFunction, findVariable } from '../project.ts'
import { calleeName, calleeOf, isMember, type Node, rootOf, spell, walk } from '../tree.ts'
import { bitsOf, findStruct, typeOf } from '../types.ts'

export function slips(context: Context): void {
  for (const contract of context.contracts)
    for (const [name, variable] of contract.variables)
      if (variable.initial) for (const node of walk(variable.initial)) operators(context, node, contract, name)
  for (const fn of context.functions)
    for (const node of walk(fn.node.body)) {
      operators(context, node, fn, fn.name)
      tautologies(context, fn, node)
      settled(context, fn, node)
      shifts(context, fn, node)
      collisions(context, fn, node)
      copies(context, fn, node)
      keptMappings(context, fn, node)
    }
}

function operators(context: Context, node: Node, at: Fn | Contract, where: string): void {
  if (node.type !== 'BinaryOperation') return
  if (node.operator === '^' && isPower(node))
    context.raise('xor-power', node, at, `${spell(node)} in ${where} is exclusive or; a power is **`)
  const sign = node.right as Node
  // `x =- 1` reads like `x -= 1`; whoever means the sign writes it at the number.
  const isApart =
    sign?.type === 'UnaryOperation' &&
    ['+', '-'].includes(sign.operator) &&
    sign.subExpression.type === 'NumberLiteral' &&
    (sign.subExpression.loc?.start.column ?? 0) > (sign.loc?.start.column ?? 0) + 1
  if (node.operator === '=' && isApart)
    context.raise(
      'sign-for-sum',
      node,
      at,
      `${spell(node.left)} =${sign.operator} ${spell(sign.subExpression)} sets it and adds nothing`,
    )
}

// A base of 2 or 10, or one name to a small exponent. A mask is written in hexadecimal, and sums that are turned over are no base.
const isPower = ({ left, right }: Node): boolean =>
  (left.type === 'NumberLiteral' && /^(2|10)$/.test(left.number)) ||
  (left.type === 'Identifier' && right.type === 'NumberLiteral' && /^\d{1,3}$/.test(right.number) && Number(right.number) >= 2)

function tautologies(context: Context, fn: Fn, node: Node): void {
  if (node.type !== 'BinaryOperation' || !['>=', '<=', '<', '>'].includes(node.operator)) return
  const isTurned = node.left.type === 'NumberLiteral'
  const [value, limit] = (isTurned ? [node.right, node.left] : [node.left, node.right]) as [Node, Node]
  if (limit.type !== 'NumberLiteral' || limit.subdenomination) return
  const type = typeOf(value, fn, fn.contract, context.project)
  const bits = bitsOf(type)
  if (bits === null || !type!.name.startsWith('uint')) return
  const turned: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }
  const operator = isTurned ? turned[node.operator]! : (node.operator as string)
  const number = Number(limit.number)
  const isBelow = number === 0 && (operator === '>=' || operator === '<')
  const highest = 2 ** bits - 1
  const isAbove =
    bits <= 32 && (operator === '<' || operator === '>=' ? number > highest : number >= highest && operator === '<=')
  const isRelied = reliedOn(fn).has(node)
  if (isBelow || isAbove)
    context.raise(
      'tautology',
      node,
      fn,
      `${spell(node)} is ${/>=|<=/.test(operator) || isAbove ? 'always the same' : 'never so'}: ${type!.name}`,
      isRelied ? {} : { severity: 'low' },
    )
}

const relied = new WeakMap<Fn, ReadonlySet<Node>>()

/** All that a require or an assert asks. */
function reliedOn(fn: Fn): ReadonlySet<Node> {
  const known = relied.get(fn)
  if (known !== undefined) return known
  const asked = new Set<Node>()
  for (const node of walk(fn.node.body))
    if (node.type === 'FunctionCall' && /^(require|assert)$/.test(calleeName(node)))
      for (const part of walk(node.arguments[0])) asked.add(part)
  relied.set(fn, asked)
  return asked
}

/** A written-down true or false beside && or ||: one side of it is never asked. */
function settled(context: Context, fn: Fn, node: Node): void {
  if (node.type !== 'BinaryOperation' || !/^(&&|\|\|)$/.test(node.operator)) return
  if ([node.left, node.right].some((one) => one.type === 'BooleanLiteral'))
    context.raise('tautology', node, fn, `${spell(node)} is settled by what is written down`)
}

/** shl and shr take the count of bits first. A constant that is whole bytes stands where the value belongs. */
function shifts(context: Context, fn: Fn, node: Node): void {
  if (node.type !== 'AssemblyCall' || !['shl', 'shr', 'sar'].includes(node.functionName)) return
  const [count, value] = node.arguments as Node[]
  const isNamed = count?.type === 'AssemblyCall' && count.arguments.length === 0
  const isCount =
    value?.type === 'DecimalNumber' && Number(value.value) % 8 === 0 && Number(value.value) > 0 && Number(value.value) < 256
  if (isNamed && isCount && /^(shr|sar)$/.test(node.functionName))
    context.raise('shift-turned', node, fn, `${node.functionName}(${count.functionName}, ${value?.value}) shifts the constant`)
}

function collisions(context: Context, fn: Fn, node: Node): void {
  if (node.type !== 'FunctionCall' || !/^(keccak256|sha3|sha256)$/.test(calleeName(node))) return
  const given = node.arguments[0] as Node | undefined
  const packed = given?.type === 'Identifier' ? fn.pointers.get(given.name) : given
  if (packed?.type !== 'FunctionCall' || !isMember(packed.expression, 'abi', 'encodePacked')) return
  const names = paramsOf(fn)
  const isMovable = (one: Node): boolean => {
    const type = typeOf(one, fn, fn.contract, context.project)
    const isDynamic =
      (type?.type === 'ArrayTypeName' && type.length === null) ||
      (type?.type === 'ElementaryTypeName' && /^(string|bytes)$/.test(type.name))
    return isDynamic && names.has(rootOf(one).name ?? '')
  }
  const pair = (packed.arguments as Node[]).findIndex(
    (one, i, all) => isMovable(one) && i + 1 < all.length && isMovable(all[i + 1]!),
  )
  if (pair >= 0)
    context.raise(
      'hash-collision',
      node,
      fn,
      `${spell(packed.arguments[pair])} and ${spell(packed.arguments[pair + 1])} have no border between them: what one loses the other may have`,
    )
}

// What is handed over in memory is a copy; who only writes to it and gives nothing back has done nothing.
function copies(context: Context, fn: Fn, node: Node): void {
  if (node.type !== 'FunctionCall' || calleeOf(node).type !== 'Identifier') return
  const called = findFunction(fn.contract, calleeName(node), node.arguments.length)
  if (called === undefined || (called.node.returnParameters?.length ?? 0) > 0) return
  for (const [i, param] of called.params.entries()) {
    // Before 0.5 the parameters of what others may call were in memory without saying so.
    const isCopy = param.storageLocation === 'memory' || (param.storageLocation === null && called.isEntry)
    if (!isCopy || !param.name || !['ArrayTypeName', 'UserDefinedTypeName'].includes(param.typeName?.type)) continue
    const given = node.arguments[i] as Node
    const root = rootOf(given).name
    const isState = root !== null && !fn.locals.has(root) && findVariable(fn.contract, root) !== undefined
    const isPointer = root !== null && fn.locals.get(root)?.storageLocation === 'storage'
    if ((!isState && !isPointer) || given.type === 'FunctionCall') continue
    if (onlyWritten(called).has(param.name))
      context.raise('writes-to-copy', node, fn, `${calleeName(node)} writes to a copy of ${spell(given)}, which stays as it was`)
  }
}

const written = new WeakMap<Fn, ReadonlySet<string>>()

/** Names of which parts are set and nothing is ever read. */
function onlyWritten(fn: Fn): ReadonlySet<string> {
  const known = written.get(fn)
  if (known !== undefined) return known
  const counts = new Map<string, number>()
  const count = (name: string | null, by: number) => name !== null && counts.set(name, (counts.get(name) ?? 0) + by)
  const targets = new Set<string>()
  for (const node of walk(fn.node.body))
    if (node.type === 'Identifier') count(node.name, 1)
    else if (node.type === 'BinaryOperation' && node.operator === '=' && node.left.type !== 'Identifier') {
      const { name } = rootOf(node.left)
      count(name, -1)
      if (name !== null) targets.add(name)
    }
  const found = new Set([...targets].filter((name) => counts.get(name) === 0))
  written.set(fn, found)
  return found
}

/** delete clears what a struct holds, but no mapping within. */
function keptMappings(context: Context, fn: Fn, node: Node): void {
  if (node.type !== 'UnaryOperation' || node.operator !== 'delete') return
  const type = typeOf(node.subExpression, fn, fn.contract, context.project)
  if (holdsMapping(type, fn.contract, context, 0))
    context.raise('mapping-kept', node, fn, `${spell(node.subExpression)} has a mapping within, which delete leaves as it is`)
}

function holdsMapping(type: Node | null, contract: Contract, context: Context, depth: number): boolean {
  if (type?.type !== 'UserDefinedTypeName' || depth > 4) return false
  const members = (findStruct(type.namePath, contract, context.project)?.members ?? []) as Node[]
  return members.some(({ typeName }) => typeName.type === 'Mapping' || holdsMapping(typeName, contract, context, depth + 1))
}
