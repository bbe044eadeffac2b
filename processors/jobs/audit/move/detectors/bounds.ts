// What a function compares before it reckons, and what its names were first set to: gathered once for each function.
import type { Fn } from '../project.ts'
import type { Expr } from '../tree.ts'
import { bare, namesIn, some, spell, walk } from '../walk.ts'

export type Binary = Extract<Expr, { kind: 'binary' }>
type Known = {
  readonly comparisons: readonly Binary[]
  /** Comparisons by the names anywhere in them. */
  readonly about: ReadonlyMap<string, readonly Binary[]>
  /** Comparisons of which one side is just this name. */
  readonly sides: ReadonlyMap<string, readonly Binary[]>
  readonly lets: ReadonlyMap<string, Expr>
  /** The name that a quotient goes into. */
  readonly targets: ReadonlyMap<Expr, string>
  readonly checked: ReadonlySet<string>
  readonly roundsUp: boolean
}

const comparing = ['<', '>', '<=', '>=', '==', '!=']
const checking = /min|clamp|assert_|check_|validate|ensure|try_into|to_u\d+|safe/
const known = new WeakMap<Fn, Known>()

function knownOf(fn: Fn): Known {
  const made = known.get(fn)
  if (made !== undefined) return made
  const comparisons: Binary[] = []
  const about = new Map<string, Binary[]>()
  const sides = new Map<string, Binary[]>()
  const lets = new Map<string, Expr>()
  const targets = new Map<Expr, string>()
  const checked = new Set<string>()
  const put = (map: Map<string, Binary[]>, name: string, node: Binary) => {
    const list = map.get(name)
    if (list === undefined) map.set(name, [node])
    else list.push(node)
  }
  for (const node of walk(fn.item.body)) {
    if (node.kind === 'binary' && comparing.includes(node.op)) {
      comparisons.push(node)
      for (const name of namesIn(node)) put(about, name, node)
      for (const side of [node.left, node.right]) put(sides, spell(bare(side)), node)
    } else if ((node.kind === 'binary' && (node.op === '%' || node.op === '&')) || isCheck(node))
      for (const name of namesIn(node)) checked.add(name)
    else if (node.kind === 'let' && node.value !== null && node.pattern.names.length > 0) {
      const { name } = node.pattern.names[0]!
      if (!lets.has(name)) lets.set(name, node.value)
      for (const part of walk(node.value))
        if (part.kind === 'binary' && part.op === '/' && !targets.has(part)) targets.set(part, name)
    }
  }
  const roundsUp = some(fn.item.body, (node) => /max|ceil|round_up/.test(calleeName(node)))
  const all = { comparisons, about, sides, lets, targets, checked, roundsUp }
  known.set(fn, all)
  return all
}

const calleeName = (node: Expr): string => (node.kind === 'call' ? node.path.at(-1)! : node.kind === 'method' ? node.name : '')
const isCheck = (node: Expr): boolean => checking.test(calleeName(node))

/** The comparisons in a function. */
export const comparisonsIn = (fn: Fn): readonly Binary[] => knownOf(fn).comparisons
export const comparisonsAbout = (fn: Fn, name: string): readonly Binary[] => knownOf(fn).about.get(name) ?? []
export const comparisonsOf = (fn: Fn, name: string): readonly Binary[] => knownOf(fn).sides.get(name) ?? []
/** What a name was first set to. */
export const firstValue = (fn: Fn, name: string): Expr | null => knownOf(fn).lets.get(name) ?? null
/** The name that a quotient goes into. */
export const targetOf = (fn: Fn, quotient: Expr): string | null => knownOf(fn).targets.get(quotient) ?? null
export const roundsUp = (fn: Fn): boolean => knownOf(fn).roundsUp

/** A name is compared for its size, cut by a smaller one, or given to something that checks. */
export function isBounded(fn: Fn, name: string, besides?: Expr): boolean {
  if (knownOf(fn).checked.has(name)) return true
  return comparisonsAbout(fn, name).some((one) => one !== besides && one.op !== '==' && one.op !== '!=' && !isPositive(one))
}

const isZero = (node: Expr): boolean => node.kind === 'literal' && /^0(u\d+)?$/.test(node.text)
const isPositive = ({ op, left, right }: Binary): boolean => (op === '>' && isZero(right)) || (op === '<' && isZero(left))
