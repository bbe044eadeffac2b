// What a detector is given: the contracts that are live code, their entries with flow and guard, and a way to raise a finding.
import type { Place, Raised } from '../finding.ts'
import { type Flow, flowOf } from './flow.ts'
import { type Guard, guardOf } from './guards.ts'
import { attackersIn, type Contract, entriesOf, type Fn, type Project } from './project.ts'
import type { Node } from './tree.ts'

export type Entry = { readonly fn: Fn; readonly contract: Contract; readonly flow: Flow; readonly guard: Guard | null }
export type Context = {
  readonly project: Project
  readonly contracts: readonly Contract[]
  readonly entries: readonly Entry[]
  /** Every function with a body, entered or not, of contracts and libraries. */
  readonly functions: readonly Fn[]
  entriesOf(contract: Contract): readonly Entry[]
  raise(
    rule: string,
    node: Node,
    at: Fn | Contract,
    evidence: string,
    more?: Partial<Pick<Raised, 'severity' | 'confidence' | 'trace'>>,
  ): void
}
export type Detector = (context: Context) => void

/** Steps that are followed in all entries together. */
const mostStepsInAll = 1_500_000

export function createContext(project: Project): { context: Context; raised: Raised[]; cut: string[] } {
  const raised: Raised[] = []
  const cut: string[] = []
  const attackers = attackersIn(project.contracts)
  const contracts = project.contracts.filter((one) => !one.isTest && !attackers.has(one) && one.kind !== 'interface')
  const inherited = new Set(contracts.flatMap((one) => one.line.slice(1)))
  const leaves = contracts.filter((one) => !inherited.has(one) && one.kind !== 'library')
  const entries: Entry[] = []
  const budget = { left: mostStepsInAll }
  for (const contract of leaves)
    for (const fn of entriesOf(contract)) {
      const flow = flowOf(fn, contract, project, budget)
      if (flow.isCut) cut.push(`${contract.name}.${fn.name}`)
      entries.push({ fn, contract, flow, guard: guardOf(flow) })
    }
  const functions = contracts.flatMap((one) => one.functions.filter((fn) => fn.node.body !== null))
  const byContract = Map.groupBy(entries, ({ contract }) => contract)
  const context: Context = {
    project,
    contracts,
    entries,
    functions,
    entriesOf: (contract) => byContract.get(contract) ?? [],
    raise(rule, node, at, evidence, more = {}) {
      const contract = 'contract' in at ? at.contract : at
      const where = 'contract' in at ? `${contract.name}.${at.name}` : at.name
      raised.push({ rule, place: placeOf(node, contract.file), where, evidence, ...more })
    },
  }
  return { context, raised, cut }
}

export function placeOf(node: Node, file: string): Place {
  const line_start = node.loc?.start.line ?? 1
  return { file, line_start, line_end: Math.max(line_start, node.loc?.end.line ?? line_start) }
}
