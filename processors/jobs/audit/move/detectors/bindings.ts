// Shared objects and the capabilities for them: whether the one is held to the other, and what is shared without any.
import type { Context, Entry } from '../context.ts'
import { canonicalPath, findStruct, nameOfType } from '../project.ts'
import { namesIn, spell, walk } from '../walk.ts'

export function bindings(context: Context): void {
  const open = madeByAnybody(context)
  for (const entry of context.entries) {
    const { fn, flow } = entry
    const changes = flow.facts.some(
      (fact) =>
        (fact.kind === 'write' && fact.root.has('state')) ||
        (fact.kind === 'call' &&
          fact.args[0]?.has('state') &&
          /^(take|split|withdraw|withdraw_all|extract|mint|remove)$/.test(fact.called.name)),
    )
    if (!changes || !fn.module.isSui) continue
    const unread = fn.item.params.find(
      ({ name, type }) =>
        type.kind === 'ref' &&
        type.to.kind === 'path' &&
        open.has(canonicalPath(type.to.path, fn.module).join('::')) &&
        (name.startsWith('_') || !namesIn(fn.item.body).has(name)),
    )
    if (unread !== undefined && /Cap$|Capability$|Admin|Owner|Key$/.test(nameOfType(unread.type)))
      context.raise(
        'capability-not-bound',
        fn.item,
        fn,
        `any ${nameOfType(unread.type)} opens it, and ${open.get(keyOf(entry, unread.type))} makes one for anybody`,
      )
  }
  unguarded(context)
}

const keyOf = ({ fn }: Entry, type: Parameters<typeof nameOfType>[0]): string =>
  type?.kind === 'ref' && type.to.kind === 'path' ? canonicalPath(type.to.path, fn.module).join('::') : ''

/** Types of objects that an open function makes for whoever calls, with its name. */
function madeByAnybody({ entries, project }: Context): Map<string, string> {
  const made = new Map<string, string>()
  for (const { fn, flow, guard } of entries) {
    if (guard !== null && guard.kind !== 'given') continue
    for (const one of flow.reached)
      for (const node of walk(one.item.body)) {
        if (node.kind !== 'pack') continue
        const path = canonicalPath(node.path, one.module)
        if (findStruct(path, project)?.item.abilities.includes('key')) made.set(path.join('::'), fn.name)
      }
  }
  return made
}

/** What is shared is what anybody may change, unless the functions that change it ask. */
function unguarded(context: Context): void {
  for (const fn of context.functions)
    for (const node of walk(fn.item.body)) {
      const called = context.typing.calledBy(node, fn)
      if (called === null || !/^(public_)?share_object$/.test(called.name) || called.args[0] === undefined) continue
      const name = nameOfType(context.typing.typeOf(called.args[0], fn))
      const changer = context.entries.find(
        (entry) =>
          entry.guard === null &&
          entry.fn.item.params.some(({ type }) => type.kind === 'ref' && type.isMut && nameOfType(type) === name) &&
          entry.flow.facts.some(
            (fact) => fact.kind === 'write' && fact.root.has('state') && [...fact.value].some((one) => one.startsWith('param:')),
          ),
      )
      if (changer !== undefined)
        context.raise('shares-unguarded', node, fn, `${spell(node)} lets anybody call ${changer.fn.name}, which asks nothing`)
    }
}
