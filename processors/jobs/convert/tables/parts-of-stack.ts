// Tables between some of a stack's rules: those of a running head, of a foot or of another table may lie in the same stack.
import type { RuleStack } from './rule-stack.ts'
import type { FoundTable } from './table.ts'

const mostRules = 10

/** The longest run of rules that has a table wins; what lies above and below it is looked at by itself. `tries` is what is left of them. */
export function tablesOfStack(
  stack: RuleStack,
  open: (stack: RuleStack) => FoundTable | null,
  tries: { left: number },
): FoundTable[] {
  const count = stack.ys.length
  const whole = count >= 2 ? open(stack) : null
  if (whole !== null) return [whole]
  if (count < 3 || count > mostRules) return []
  for (let length = count - 1; length >= 2; length--) {
    for (let from = 0; from + length <= count; from++) {
      if (tries.left-- <= 0) return []
      const found = open(partOf(stack, from, from + length))
      if (found === null) continue
      const [above, below] = [partOf(stack, 0, from), partOf(stack, from + length, count)]
      return [...tablesOfStack(above, open, tries), found, ...tablesOfStack(below, open, tries)]
    }
  }
  return []
}

function partOf(stack: RuleStack, from: number, to: number): RuleStack {
  const ys = stack.ys.slice(from, to)
  const isWithin = ({ at }: { at: number }) => ys.length > 1 && at > ys[0]! + 1 && at < ys.at(-1)! - 1
  return { ...stack, ys, partial: stack.partial.filter(isWithin) }
}
