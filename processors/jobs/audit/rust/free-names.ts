// Functions that were given without the lines that take their list of accounts apart: what is used as an account is one, by its name.
import type { Fn } from './items.ts'
import { type Node, textOf } from './tree.ts'
import type { Value } from './values.ts'
import type { Frame, Walker } from './walker.ts'

const used = /\b([a-z_]\w{0,60})\.(?:key|owner|is_signer|data|lamports|try_borrow\w{0,30}|data_is_empty)\b/g

export const freeNames = ({ body }: Fn): ReadonlySet<string> =>
  new Set(body === null ? [] : [...textOf(body).matchAll(used)].map(([, name]) => name!))

export const freeName = (name: string, node: Node, frame: Frame, walker: Walker): Value | null =>
  walker.free !== null && frame.depth === 0 && (walker.free.has(name) || /_info$/.test(name))
    ? walker.fresh(name, node, frame, 'native', true)
    : null
