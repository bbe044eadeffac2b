// Habits that hide mistakes: results thrown away, codes that say nothing, changes without an event.
import type { Context } from '../context.ts'
import { type Fn, nameOfType } from '../project.ts'
import { some, spell, walk } from '../walk.ts'
import { asking } from './unasked.ts'

export function hygiene(context: Context): void {
  for (const fn of context.functions) {
    results(context, fn)
    for (const node of walk(fn.item.body)) {
      if (node.kind === 'call' && node.isMacro && node.path.at(-1) === 'assert' && isZero(node.args[1]))
        context.raise('code-zero', node, fn, `${spell(node)} aborts with 0, as everything else that says nothing`)
      else if (node.kind === 'leave' && node.how === 'abort' && isZero(node.value))
        context.raise('code-zero', node, fn, 'abort 0 says nothing of its cause')
      else if (
        node.kind === 'assign' &&
        node.op === '=' &&
        spell(node.left) === spell(node.right) &&
        !spell(node.left).includes('…')
      )
        context.raise('assigns-itself', node, fn, `${spell(node)} changes nothing`)
    }
  }
  events(context)
}

const isZero = (node: Parameters<typeof spell>[0] | undefined): boolean => node?.kind === 'literal' && /^0(u64)?$/.test(node.text)

/** A flag that says whether something went well, and nobody looks. */
function results(context: Context, fn: Fn): void {
  for (const node of walk(fn.item.body)) {
    if (node.kind !== 'block') continue
    node.body.forEach((one, i) => {
      if ((node.hasValue && i === node.body.length - 1) || (one.kind !== 'call' && one.kind !== 'method')) return
      const callee = context.typing.calledBy(one, fn)?.fn
      const type = callee?.item.result
      if (callee == null || type == null || type.kind === 'tuple') return
      if (nameOfType(type) === 'bool' && asking.test(callee.name)) return
      if (nameOfType(type) === 'bool' || /^(try|check|verify|is)_/.test(callee.name))
        context.raise('unused-result', one, fn, `what ${callee.name} answers is not looked at`)
    })
  }
}

function events(context: Context): void {
  for (const { fn, flow, guard } of context.entries) {
    if (guard === null || guard.kind === 'given') continue
    const written = flow.facts.find(
      (fact) =>
        fact.kind === 'write' &&
        (fact.root.has('state') || fact.root.has('handed')) &&
        /owner|admin|fee|paused|rate|oracle|treasury|limit/.test(fact.field),
    )
    const tells = flow.facts.some((fact) => fact.kind === 'call' && /emit/.test(fact.called.name))
    const isNew = some(fn.item.body, (node) => node.kind === 'pack' && /Event$/.test(node.path.at(-1)!))
    if (written?.kind === 'write' && !tells && !isNew && (fn.item.isEntry || fn.item.visibility === 'public'))
      context.raise(
        'change-without-event',
        written.fn === fn ? written.node : fn.item,
        fn,
        `${written.field} changes, and no event says so`,
      )
  }
  for (const module of context.modules) {
    const own = context.entries.filter(({ fn }) => fn.module === module)
    const takes = own.find(({ fn, guard }) => guard?.kind === 'given' && /deposit|swap|borrow|stake|buy|supply/.test(fn.name))
    const pauses = [...module.structs.values()].some(({ item }) =>
      item.fields.some(({ name }) => /pause|frozen|active|enabled|status|version|emergency/.test(name)),
    )
    if (takes !== undefined && !pauses)
      context.raise('no-pause', takes.fn.item, takes.fn, `${module.name} takes deposits, and nothing in it can be paused`)
  }
  for (const module of context.modules) {
    const isUsed =
      [...module.functions.values()].some(({ item }) => item.visibility === 'friend') ||
      module.item.functions.some(({ visibility }) => visibility === 'friend')
    if (module.item.friends.length > 0 && !isUsed)
      context.raise(
        'friend-without-use',
        module.item,
        module,
        `friend ${module.item.friends[0]!.join('::')}, and no function is open to friends`,
      )
  }
}
