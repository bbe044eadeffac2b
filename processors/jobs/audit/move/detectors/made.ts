// The things that a function makes by itself, and whom it calls: looked up once for each function.
import type { Context } from '../context.ts'
import { canonicalPath, type Fn, findStruct, has, type Struct } from '../project.ts'
import { walk } from '../walk.ts'

type Made = { readonly things: ReadonlySet<Struct>; readonly callees: ReadonlySet<Fn> }
const known = new WeakMap<Fn, Made>()

export const keyOf = ({ module, name }: Struct): string => `${module.name}::${name}`

export function madeIn(fn: Fn, { typing, project }: Context): Made {
  const before = known.get(fn)
  if (before !== undefined) return before
  const things = new Set<Struct>()
  const callees = new Set<Fn>()
  for (const node of walk(fn.item.body)) {
    const callee = typing.calledBy(node, fn)?.fn
    if (callee != null) callees.add(callee)
    const struct = node.kind === 'pack' ? findStruct(canonicalPath(node.path, fn.module), project) : null
    if (struct !== null && has(struct, 'key')) things.add(struct)
  }
  const made = { things, callees }
  known.set(fn, made)
  return made
}
