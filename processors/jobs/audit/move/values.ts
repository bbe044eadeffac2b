// Constants worked out: literals, named constants and what is reckoned of them.
import type { Fn } from './project.ts'
import type { Expr } from './tree.ts'

const mostDigits = 90

export function constantOf(node: Expr, fn: Fn, depth = 0): bigint | null {
  if (depth > 20) return null
  const next = (one: Expr) => constantOf(one, fn, depth + 1)
  if (node.kind === 'literal') return node.of === 'number' ? numberOf(node.text) : null
  if (node.kind === 'cast') return next(node.value)
  if (node.kind === 'block') return node.hasValue && node.body.length === 1 ? next(node.body[0]!) : null
  if (node.kind === 'name') {
    const constant = node.path.length === 1 ? fn.module.item.constants.find(({ name }) => name === node.path[0]) : undefined
    return constant === undefined ? null : next(constant.value)
  }
  if (node.kind !== 'binary') return null
  const left = next(node.left)
  const right = next(node.right)
  if (left === null || right === null) return null
  switch (node.op) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return (left * right).toString(16).length > mostDigits ? null : left * right
    case '/':
      return right === 0n ? null : left / right
    case '<<':
      return right >= 0n && right <= 256n && left.toString(16).length <= mostDigits ? left << right : null
    case '>>':
      return right >= 0n && right <= 256n ? left >> right : null
    default:
      return null
  }
}

function numberOf(text: string): bigint | null {
  const digits = text.replace(/(u8|u16|u32|u64|u128|u256|i8|i16|i32|i64|i128|i256)$/, '').replaceAll('_', '')
  return digits.length <= mostDigits && /^(0x[0-9a-fA-F]+|\d+)$/.test(digits) ? BigInt(digits) : null
}
