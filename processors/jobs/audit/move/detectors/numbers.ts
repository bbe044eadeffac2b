// Numbers: shares rounded away, bits shifted out, values that no longer fit.
import type { Context } from '../context.ts'
import type { Fn } from '../project.ts'
import type { Expr } from '../tree.ts'
import { bitsOf } from '../typing.ts'
import { constantOf } from '../values.ts'
import { bare, namesIn, some, spell, walk } from '../walk.ts'
import {
  type Binary,
  comparisonsAbout,
  comparisonsIn,
  comparisonsOf,
  firstValue,
  isBounded,
  roundsUp,
  targetOf,
} from './bounds.ts'

export function numbers(context: Context): void {
  for (const fn of context.functions) {
    const quotients = new Map<string, Expr>()
    for (const node of walk(fn.item.body)) {
      if (node.kind === 'let' && node.value !== null && node.pattern.names.length === 1 && isQuotient(node.value))
        quotients.set(node.pattern.names[0]!.name, node.value)
      if (node.kind === 'binary') {
        if (node.op === '*') divided(context, fn, node, quotients)
        else if (node.op === '/') rounded(context, fn, node)
        else if (node.op === '<<' || node.op === '>>') shifted(context, fn, node)
        else if (node.op === '+') deadline(context, fn, node)
      } else if (node.kind === 'cast') cast(context, fn, node)
      else if (node.kind === 'loop') compounded(context, fn, node)
    }
    for (const node of comparisonsIn(fn))
      if ((node.op === '<=' || node.op === '<') && bare(node.left).kind === 'binary' && isSum(bare(node.left)))
        context.raise('sum-in-limit', node, fn, `${spell(node.left)} aborts before it is compared`)
  }
}

const isQuotient = (node: Expr): boolean => {
  const value = bare(node)
  return value.kind === 'binary' && value.op === '/'
}
const isSum = (node: Expr): boolean =>
  node.kind === 'binary' &&
  node.op === '+' &&
  [node.left, node.right].every((side) => bare(side).kind !== 'literal') &&
  namesIn(node).size > 1

function divided(context: Context, fn: Fn, node: Binary, quotients: ReadonlyMap<string, Expr>): void {
  for (const side of [node.left, node.right]) {
    const value = bare(side)
    const from = isQuotient(value) ? value : value.kind === 'name' ? quotients.get(value.path[0]!) : undefined
    if (from === undefined || constantOf(from, fn) !== null) continue
    const quotient = bare(from) as Binary
    const other = side === node.left ? node.right : node.left
    // x - x / y * y is a remainder, and a / b * b rounds down on purpose.
    if (
      spell(quotient.right) === spell(bare(other)) ||
      (constantOf(quotient.left, fn) !== null && constantOf(quotient.right, fn) !== null)
    )
      continue
    context.raise(
      'divide-before-multiply',
      { line: Math.min(from.line, node.line), end: node.end },
      fn,
      `${spell(from)} is rounded down and then multiplied in ${spell(node)}`,
    )
    return
  }
}

const mostChecks = 50
const charging = /fee|commission|royalt|tax|levy/i

/** A charge in parts of a whole that is nothing for small amounts. */
function rounded(context: Context, fn: Fn, node: Binary): void {
  const product = bare(node.left)
  const whole = constantOf(node.right, fn)
  if (product.kind !== 'binary' || product.op !== '*' || whole === null || whole < 100n) return
  const name = targetOf(fn, node) ?? ''
  const isReturned = name === '' && charging.test(fn.name)
  if (!isReturned && !charging.test(name)) return
  const isMended = roundsUp(fn) || comparisonsAbout(fn, name).some((one) => one.op !== '<=')
  if (!isMended)
    context.raise('charge-rounds-to-nothing', node, fn, `${spell(node)} is 0 below ${whole}, and nothing is asked for then`)
}

function shifted(context: Context, fn: Fn, node: Binary): void {
  const by = constantOf(node.right, fn)
  const type = context.typing.typeOf(node.left, fn)
  const bits = bitsOf(type)
  if (by !== null) {
    if (bits !== null && by >= BigInt(bits))
      context.raise('shift-too-far', node, fn, `${spell(node)} shifts ${bits} bits by ${by}: it always aborts`)
    else if (node.op === '<<' && bits !== null) overTop(context, fn, node, bits, by)
    return
  }
  const amount = bare(node.right)
  const isChecked = amount.kind === 'name' && isBounded(fn, amount.path[0]!)
  const isSmall = constantOf(node.left, fn) !== null && amount.kind !== 'name'
  if (amount.kind === 'name' && fn.item.params.some(({ name }) => name === amount.path[0]) && !isChecked && !isSmall && fn.isOpen)
    context.raise(
      'shift-unchecked',
      node,
      fn,
      `${amount.path[0]} is compared with nothing, and ${bits ?? 'the number of'} bits are all there are`,
    )
}

/** A left shift drops what leaves at the top without a word: what guards it must guard enough. */
function overTop(context: Context, fn: Fn, node: Binary, bits: number, by: bigint): void {
  const value = bare(node.left)
  if (value.kind !== 'name' || constantOf(value, fn) !== null || by === 0n) return
  const inner = node.left.kind === 'cast' ? bitsOf(context.typing.typeOf(node.left.value, fn)) : null
  if (inner !== null && BigInt(inner) + by <= BigInt(bits)) return
  const most = 1n << (BigInt(bits) - by)
  const name = value.path[0]!
  const checks = comparisonsOf(fn, name).slice(0, mostChecks)
  for (const one of checks) {
    const limit =
      constantOf(spell(bare(one.left)) === name ? one.right : one.left, fn) ??
      letValue(fn, spell(bare(one.left)) === name ? one.right : one.left)
    if (limit === null || ['==', '!='].includes(one.op)) continue
    if (limit > most)
      context.raise(
        'shift-check-too-wide',
        one,
        fn,
        `${spell(one)} lets through ${name} up to ${limit.toString(2).length} bits, and ${spell(node)} keeps ${BigInt(bits) - by} of them`,
      )
    return
  }
  if (
    checks.length === 0 &&
    fn.item.params.some((one) => one.name === name) &&
    fn.isOpen &&
    !/hash|seed|bit|flag|mask|pack|key/i.test(`${fn.name}${name}`)
  )
    context.raise(
      'shift-loses-bits',
      node,
      fn,
      `${spell(node)} drops the bits of ${name} above ${BigInt(bits) - by}, and does not abort`,
    )
}

function letValue(fn: Fn, node: Expr): bigint | null {
  const value = bare(node)
  const first = value.kind === 'name' ? firstValue(fn, value.path[0]!) : null
  return first === null ? null : constantOf(first, fn)
}

function cast(context: Context, fn: Fn, node: Extract<Expr, { kind: 'cast' }>): void {
  const to = bitsOf(context.typing.typeOf(node, fn))
  const value = bare(node.value)
  const from = bitsOf(context.typing.typeOf(value, fn))
  if (to === null) return
  if (
    from !== null &&
    from < to &&
    value.kind === 'binary' &&
    value.op === '*' &&
    ![value.left, value.right].some((one) => constantOf(one, fn) !== null)
  )
    context.raise('product-before-widening', node, fn, `${spell(value)} is reckoned in ${from} bits before it becomes u${to}`)
  if (from === to && node.value.kind !== 'cast') context.raise('redundant-cast', node, fn, `${spell(value)} is u${to} already`)
  if (from === null || from <= to || value.kind !== 'name') return
  const name = value.path[0]!
  if (fn.isOpen && fn.item.params.some((one) => one.name === name) && !isBounded(fn, name))
    context.raise('unchecked-cast', node, fn, `${name} has ${from} bits, u${to} holds less, and nothing is compared before`)
}

const isTime = /time|now|deadline|timestamp|clock|expir|epoch/i

function deadline(context: Context, fn: Fn, node: Binary): void {
  if (!fn.isOpen) return
  const sides = [bare(node.left), bare(node.right)]
  const when = sides.find((one) => isTime.test(spell(one)))
  const length = sides.find((one) => one !== when)
  if (when === undefined || length?.kind !== 'name') return
  const name = length.path[0]!
  if (
    !fn.item.params.some((one) => one.name === name) ||
    isBounded(fn, name) ||
    !/duration|period|lock|delay|interval|time|window|ttl/i.test(name)
  )
    return
  context.raise('deadline-without-limit', node, fn, `${name} comes from the caller and has no most`)
}

function compounded(context: Context, fn: Fn, loop: Extract<Expr, { kind: 'loop' }>): void {
  const limit = loop.test?.kind === 'binary' ? bare(loop.test.right) : null
  if (limit?.kind !== 'name' || !fn.isOpen) return
  const name = limit.path[0]!
  if (!fn.item.params.some((one) => one.name === name) || isBounded(fn, name, loop.test!)) return
  for (const node of walk(loop.body)) {
    if (node.kind !== 'assign' || node.left.kind !== 'name') continue
    const own = node.left.path[0]!
    const grows = some(node.right, (one) => one.kind === 'binary' && one.op === '*' && namesIn(one).has(own))
    if (grows) {
      context.raise('compounds-without-limit', loop, fn, `${own} is multiplied ${name} times, and ${name} has no most`)
      return
    }
  }
}
