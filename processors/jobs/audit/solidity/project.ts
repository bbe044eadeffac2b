// The contracts of a set of files with their inheritance, state and functions, found by name as the compiler would.
import type { Parsed } from './parse.ts'
import { type Node, walk } from './tree.ts'

export type Fn = {
  readonly name: string
  readonly node: Node
  readonly contract: Contract
  readonly isConstructor: boolean
  /** Anyone may call it in a transaction. */
  readonly isEntry: boolean
  readonly isView: boolean
  readonly isPayable: boolean
  readonly params: readonly Node[]
  /** Types of parameters and locals by name. */
  readonly locals: ReadonlyMap<string, Node>
  /** What locals were first set to. */
  readonly pointers: ReadonlyMap<string, Node>
}

export type Contract = {
  readonly name: string
  readonly kind: string
  readonly file: string
  readonly node: Node
  readonly variables: ReadonlyMap<string, Node>
  readonly functions: readonly Fn[]
  readonly modifiers: ReadonlyMap<string, Node>
  readonly structs: ReadonlyMap<string, Node>
  /** This one first, then what it inherits, nearest first. */
  readonly line: Contract[]
  readonly missing: string[]
  /** Its compiler may be one that does not check arithmetic. */
  readonly wraps: boolean
  /** May be built by a compiler before 0.5. */
  readonly isOld: boolean
  readonly isTest: boolean
}

export type Project = {
  readonly contracts: readonly Contract[]
  readonly byName: ReadonlyMap<string, Contract>
  readonly freeFunctions: readonly Node[]
  readonly versions: readonly string[]
}

const testBases = new Set(['Test', 'DSTest', 'Script', 'TestBase', 'StdInvariant', 'PRBTest', 'CommonBase'])

export function createProject(files: readonly Parsed[]): Project {
  const contracts: Contract[] = []
  const byName = new Map<string, Contract>()
  const versions = new Set<string>()
  const freeFunctions: Node[] = []
  for (const { file, root } of files) {
    const pragma = (root.children as Node[]).find((node) => node.type === 'PragmaDirective' && node.name === 'solidity')
    if (pragma !== undefined) versions.add(pragma.value)
    const lowest = lowestVersion(pragma?.value ?? null)
    for (const node of root.children as Node[]) {
      if (node.type === 'FunctionDefinition') freeFunctions.push(node)
      if (node.type !== 'ContractDefinition') continue
      const contract = contractOf(node, file, lowest)
      contracts.push(contract)
      if (!byName.has(contract.name)) byName.set(contract.name, contract)
    }
  }
  for (const contract of contracts) linearise(contract, byName)
  return { contracts, byName, freeFunctions, versions: [...versions].sort() }
}

function contractOf(node: Node, file: string, lowest: number | null): Contract {
  const variables = new Map<string, Node>()
  const modifiers = new Map<string, Node>()
  const structs = new Map<string, Node>()
  const functions: Fn[] = []
  const bases = (node.baseContracts as Node[]).map((base) => base.baseName.namePath as string)
  const contract: Contract = {
    name: node.name,
    kind: node.kind,
    file,
    node,
    variables,
    functions,
    modifiers,
    structs,
    line: [],
    missing: [],
    wraps: lowest === null || lowest < 8,
    isOld: lowest === null || lowest < 5,
    isTest:
      bases.some((base) => testBases.has(base)) &&
      (node.subNodes as Node[]).some(
        (one) => one.type === 'FunctionDefinition' && /^(test|setUp$|run$|invariant)/.test(one.name ?? ''),
      ),
  }
  for (const part of node.subNodes as Node[]) {
    if (part.type === 'StateVariableDeclaration')
      for (const one of part.variables as Node[]) variables.set(one.name, { ...one, initial: part.initialValue })
    else if (part.type === 'ModifierDefinition') modifiers.set(part.name, part)
    else if (part.type === 'StructDefinition') structs.set(part.name, part)
    else if (part.type === 'FunctionDefinition') functions.push(functionOf(part, contract))
  }
  return contract
}

function functionOf(node: Node, contract: Contract): Fn {
  const isConstructor = node.isConstructor || (contract.isOld && node.name === contract.name && node.name !== null)
  const isOpen = node.visibility === 'public' || node.visibility === 'external' || node.visibility === 'default'
  const locals = new Map<string, Node>()
  const params = (node.parameters ?? []) as Node[]
  for (const one of [...params, ...((node.returnParameters ?? []) as Node[])]) if (one.name) locals.set(one.name, one)
  for (const one of walk(node.body)) if (one.type === 'VariableDeclaration' && one.name) locals.set(one.name, one)
  return {
    name: node.name ?? (node.isReceiveEther ? 'receive' : isConstructor ? 'constructor' : 'fallback'),
    node,
    contract,
    isConstructor,
    isEntry: isOpen && !isConstructor && contract.kind !== 'library' && contract.kind !== 'interface' && node.body !== null,
    isView: ['view', 'pure', 'constant'].includes(node.stateMutability ?? ''),
    isPayable: node.stateMutability === 'payable',
    params,
    locals,
    pointers: initialsIn(node.body),
  }
}

function initialsIn(body: Node | null): Map<string, Node> {
  const initials = new Map<string, Node>()
  for (const one of walk(body))
    if (one.type === 'VariableDeclarationStatement' && one.initialValue)
      for (const declared of one.variables as (Node | null)[]) if (declared?.name) initials.set(declared.name, one.initialValue)
  return initials
}

/** People inherit from some tens of contracts; what lies beyond counts as not given. */
const mostInLine = 300

// Nearest first and each once: near enough to C3 for finding what a name means.
function linearise(contract: Contract, byName: ReadonlyMap<string, Contract>): void {
  const seen = new Set<string>()
  const add = (one: Contract) => {
    if (seen.has(one.name)) return
    seen.add(one.name)
    if (contract.line.length >= mostInLine) {
      contract.missing.push(one.name)
      return
    }
    contract.line.push(one)
    for (const base of [...(one.node.baseContracts as Node[])].reverse()) {
      const name = base.baseName.namePath as string
      const found = byName.get(name)
      if (found !== undefined) add(found)
      else contract.missing.push(name)
    }
  }
  add(contract)
}

/** The minor version of the oldest compiler a pragma lets in; null where it says none. */
export function lowestVersion(pragma: string | null): number | null {
  const minors = [...(pragma ?? '').matchAll(/\b0\.(\d{1,3})\b/g)].map(([, minor]) => Number(minor))
  return minors.length === 0 ? null : Math.min(...minors)
}

export function findVariable(contract: Contract, name: string | null): Node | undefined {
  if (name === null) return undefined
  for (const one of contract.line) {
    const found = one.variables.get(name)
    if (found !== undefined) return found
  }
  return undefined
}

export function findFunction(contract: Contract, name: string, count: number, from = 0): Fn | undefined {
  for (const one of contract.line.slice(from)) {
    const found = one.functions.find((fn) => fn.name === name && fn.params.length === count && fn.node.body !== null)
    if (found !== undefined) return found
  }
  return undefined
}

export function findModifier(contract: Contract, name: string): Node | undefined {
  for (const one of contract.line) {
    const found = one.modifiers.get(name)
    if (found !== undefined) return found
  }
  return undefined
}

/** What the contract answers to: its own functions and those it inherits and does not replace. */
export function entriesOf(contract: Contract): Fn[] {
  const seen = new Set<string>()
  const entries: Fn[] = []
  for (const one of contract.line) {
    // Within one contract two of one spelling are overloads that this spelling does not tell apart.
    const own = one.functions.map((fn) => ({ fn, signature: signatureOf(fn) }))
    entries.push(...own.filter(({ fn, signature }) => fn.isEntry && !seen.has(signature)).map(({ fn }) => fn))
    for (const { signature } of own) seen.add(signature)
  }
  return entries
}

const signatureOf = (fn: Fn): string =>
  `${fn.name}/${fn.params.map((p) => p.typeName?.name ?? p.typeName?.namePath ?? p.typeName?.type).join()}`

const attacking = /^(Attack(er)?|Exploit(er)?|Hack(er)?|Malicious|Evil)(?![a-z])|(Attack|Attacker|Exploit|Exploiter|Hacker)$/

/** By their names they attack another contract that was given: what they let anybody do harms their maker alone. */
export function attackersIn(contracts: readonly Contract[]): ReadonlySet<Contract> {
  const own = contracts.filter(({ kind, isTest }) => kind === 'contract' && !isTest)
  const attackers = own.filter(({ name }) => attacking.test(name))
  return new Set(attackers.length < own.length ? attackers : [])
}
