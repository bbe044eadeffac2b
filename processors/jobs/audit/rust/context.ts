// What a detector is given: each instruction with what happens in it, what is known of its accounts, and a way to raise a finding.
import type { Place, Raised } from '../finding.ts'
import type { Flow } from './events.ts'
import { flowOf } from './flow.ts'
import type { Fn } from './items.ts'
import {
  contextOf,
  handsListOn,
  isNativeEntry,
  makerOf,
  makersIn,
  namesFreely,
  ownerOf,
  type Project,
  strangeContext,
} from './project.ts'
import { type Node, part, textOf } from './tree.ts'

export type Instruction = {
  readonly name: string
  readonly fn: Fn
  readonly flow: Flow
  /** Its accounts were not given, so that what they ask is not known. */
  readonly isPartial: boolean
}
type More = Partial<Pick<Raised, 'severity' | 'confidence' | 'trace' | 'cause'>>
export type Context = {
  readonly project: Project
  readonly instructions: readonly Instruction[]
  raise(rule: string, node: Node, where: string, evidence: string, more?: More): void
}
export type Detector = (context: Context) => void

/** All entries together end, however many a hostile source declares. */
const mostEntries = 400
const mostSteps = 4_000_000

export function createContext(project: Project): { context: Context; raised: Raised[]; cut: string[] } {
  const raised: Raised[] = []
  const makers = makersIn(project)
  const candidates = project.functions.filter(
    (fn) => fn.body !== null && (contextOf(fn, project) !== null || isNativeEntry(fn) || handsListOn(fn, makers)),
  )
  // Where the handlers were not given, the methods of their accounts are what is called.
  const handled = new Set(project.functions.map((fn) => contextOf(fn, project)?.bundle))
  const methods = project.functions.filter((fn) => {
    const own = fn.body === null ? null : ownerOf(fn, project)
    return own !== null && !handled.has(own) && !candidates.includes(fn) && returnsResult(fn)
  })
  candidates.push(...methods)
  // A struct made of the accounts' list checks them where it is made, and acts in a method.
  candidates.push(
    ...project.functions.filter(
      (fn) => fn.body !== null && !candidates.includes(fn) && returnsResult(fn) && makerOf(fn, project) !== null,
    ),
  )
  // Without the function that takes the list apart, those that are given its accounts are what there is.
  if (candidates.length === 0)
    candidates.push(...project.functions.filter((fn) => fn.body !== null && returnsResult(fn) && takesAccount(fn)))
  if (candidates.length === 0)
    candidates.push(...project.functions.filter((fn) => fn.body !== null && returnsResult(fn) && namesFreely(fn)))
  const partial = project.functions.filter(
    (fn) => fn.body !== null && !candidates.includes(fn) && strangeContext(fn, project) !== null,
  )
  candidates.push(...partial)
  const first = candidates.filter(({ inProgram }) => inProgram)
  const flows = new Map<Fn, Flow>()
  const budget = { steps: mostSteps }
  const reached = new Set<Fn>()
  for (const fn of [...first, ...candidates.filter(({ inProgram }) => !inProgram)].slice(0, mostEntries)) {
    if (reached.has(fn)) continue
    const flow = flowOf(fn, project, budget)
    for (const one of flow.reached) if (one !== fn) reached.add(one)
    flows.set(fn, flow)
  }
  const isPartial = new Set(partial)
  const instructions = [...flows]
    .filter(([fn]) => !reached.has(fn))
    .map(([fn, flow]) => ({ name: nameOf(fn), fn, flow, isPartial: isPartial.has(fn) }))
  const cut = instructions.filter(({ flow }) => flow.isCut).map(({ name }) => `${name} beyond 200000 steps or 8 calls deep`)
  if (candidates.length > mostEntries) cut.push(`${candidates.length - mostEntries} instructions beyond the first ${mostEntries}`)
  const context: Context = {
    project,
    instructions,
    raise(rule, node, where, evidence, more = {}) {
      raised.push({ rule, place: placeOf(node), where, evidence, ...more })
    },
  }
  return { context, raised, cut }
}

/** Of what a handler would pass on: what builds a call for another program is none. */
const returnsResult = ({ node }: Fn): boolean => {
  const type = part(node, 'return_type')
  return type !== null && /^(\w+::)*(Result|ProgramResult)\b/.test(textOf(type))
}

const takesAccount = ({ params }: Fn): boolean =>
  params.some(({ type }) => /^&?\s*('\w+\s+)?(mut\s+)?(\w+::)*Account(Info|View)\b/.test(type))

const nameOf = ({ name, modules, owner, file }: Fn): string => {
  const scope = owner ?? modules.at(-1) ?? file.split('/').at(-1)!.replace(/\.rs$/, '')
  return `${scope}::${name}`
}

export const placeOf = (node: Node): Place => ({
  file: node.source.path,
  line_start: node.line,
  line_end: Math.max(node.line, node.endLine),
})
