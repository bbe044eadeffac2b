// What a detector is given: the modules, what strangers may call with its flow and guard, and a way to raise a finding.
import type { Place, Raised } from '../finding.ts'
import { type Flow, followFrom } from './flow.ts'
import { type Guard, guardOf } from './guards.ts'
import { type Fn, type Module, nameOfType, type Project, plain, type Struct } from './project.ts'
import type { Span } from './tree.ts'
import { createTyping, type Typing } from './typing.ts'
import { walk } from './walk.ts'

export type Entry = { readonly fn: Fn; readonly flow: Flow; readonly guard: Guard | null }
export type Context = {
  readonly project: Project
  readonly typing: Typing
  readonly modules: readonly Module[]
  readonly functions: readonly Fn[]
  readonly entries: readonly Entry[]
  /** Types that are put where everybody may name them, as module::Name. */
  readonly shared: ReadonlySet<string>
  raise(
    rule: string,
    span: Span,
    at: Fn | Module,
    evidence: string,
    more?: Partial<Pick<Raised, 'severity' | 'confidence'>>,
  ): void
}
export type Detector = (context: Context) => void

/** Steps that are followed in all entries together: each is some microseconds. */
const mostStepsInAll = 1_000_000

export function createContext(project: Project): { context: Context; raised: Raised[]; cut: string[] } {
  const raised: Raised[] = []
  const cut: string[] = []
  const typing = createTyping(project)
  const shared = sharedTypes(project, typing)
  const budget = { left: mostStepsInAll }
  const entries: Entry[] = []
  for (const fn of project.functions) {
    if (!fn.isOpen) continue
    const flow = followFrom(fn, project, typing, shared, budget)
    if (flow.isCut) cut.push(`${fn.module.name}::${fn.name}`)
    entries.push({ fn, flow, guard: guardOf(fn, flow, project, shared) })
  }
  const context: Context = {
    project,
    typing,
    modules: project.modules,
    functions: project.functions.filter(({ item }) => item.body !== null),
    entries,
    shared,
    raise(rule, span, at, evidence, more = {}) {
      const module = 'module' in at ? at.module : at
      const where = 'module' in at ? `${module.name}::${at.name}` : module.name
      raised.push({ rule, place: placeOf(span, module.file), where, evidence, ...more })
    },
  }
  return { context, raised, cut }
}

export const placeOf = ({ line, end }: Span, file: string): Place => ({ file, line_start: line, line_end: Math.max(line, end) })

function sharedTypes(project: Project, typing: Typing): Set<string> {
  const shared = new Set<string>()
  for (const fn of project.functions)
    for (const node of walk(fn.item.body)) {
      const called = typing.calledBy(node, fn)
      if (called === null || !/^(public_)?share_object$/.test(called.name) || called.args[0] === undefined) continue
      const type = plain(typing.typeOf(called.args[0], fn))
      if (type?.kind === 'path') shared.add(type.path.join('::'))
    }
  for (const path of unseen(project)) shared.add(path)
  return shared
}

const kept = /(Pool|Vault|Treasury|Bank|Registry|Market|Protocol|Config|Reserve|Escrow|DAO|State|Store)$/

/** An owned thing need not keep its owner's address: what does is everybody's to name. */
const isRuled = ({ item }: Struct): boolean =>
  item.abilities.includes('key') &&
  item.fields.some(({ name, type }) => /^(owner|admin|authority|creator)$/.test(name) && nameOfType(type) === 'address')

/** Where nobody in the project makes a thing of such a name, it may well be everybody's: what makes it was not given. */
function unseen(project: Project): string[] {
  const made = new Set<string>()
  for (const fn of project.functions) for (const node of walk(fn.item.body)) if (node.kind === 'pack') made.add(node.path.at(-1)!)
  return project.modules.flatMap(({ name, isSui, structs }) =>
    isSui
      ? [...structs.values()]
          .filter((one) => (kept.test(one.name) || isRuled(one)) && !made.has(one.name))
          .map((one) => `${name}::${one.name}`)
      : [],
  )
}
