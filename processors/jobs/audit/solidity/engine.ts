// Solidity files to findings: parsed, bound by name, followed function by function, and looked at by each detector.
import type { Analysis, Raised, SourceFile, Surface } from '../finding.ts'
import { withinWork } from '../work.ts'
import { type Context, createContext, type Detector, placeOf } from './context.ts'
import { access, origins } from './detectors/access.ts'
import { arithmetic } from './detectors/arithmetic.ts'
import {
  balanceAfterCall,
  callbacksAnyoneCalls,
  delegations,
  loansForOthers,
  paymentInLoop,
  paysNewOwner,
  permitsByCall,
  takesFromOthers,
  uncheckedCalls,
} from './detectors/calls.ts'
import { casts } from './detectors/casts.ts'
import { order, randomness, time } from './detectors/chance.ts'
import { denial } from './detectors/denial.ts'
import { othersEntries } from './detectors/entries.ts'
import { keptSecrets } from './detectors/kept-secrets.ts'
import { notes } from './detectors/notes.ts'
import { precision, restsOfShares } from './detectors/precision.ts'
import { proxies } from './detectors/proxies.ts'
import { reentrancy } from './detectors/reentrancy.ts'
import { relays } from './detectors/relays.ts'
import { shares } from './detectors/shares.ts'
import { signatures } from './detectors/signatures.ts'
import { slips } from './detectors/slips.ts'
import { starving } from './detectors/starving.ts'
import { compilers, state } from './detectors/state.ts'
import { strangers } from './detectors/strangers.ts'
import { contractChecks, emptyLists, oracles, tokens, trades } from './detectors/trust.ts'
import { unwritten } from './detectors/unwritten.ts'
import { upgrades } from './detectors/upgrades.ts'
import { votesByBalance } from './detectors/votes.ts'
import { zeroAddresses } from './detectors/zero.ts'
import { type Parsed, parseFile } from './parse.ts'
import { attackersIn, createProject } from './project.ts'
import type { Node } from './tree.ts'

const detectors: readonly Detector[] = [
  reentrancy,
  access,
  origins,
  delegations,
  uncheckedCalls,
  paymentInLoop,
  callbacksAnyoneCalls,
  permitsByCall,
  takesFromOthers,
  loansForOthers,
  balanceAfterCall,
  paysNewOwner,
  arithmetic,
  precision,
  restsOfShares,
  casts,
  randomness,
  time,
  order,
  denial,
  starving,
  othersEntries,
  signatures,
  oracles,
  tokens,
  trades,
  contractChecks,
  emptyLists,
  state,
  upgrades,
  strangers,
  shares,
  votesByBalance,
  relays,
  keptSecrets,
  proxies,
  zeroAddresses,
  slips,
  unwritten,
  notes,
  compilers,
]

/** What one detector may look at: twenty times what it takes for as much source of the kind that people write. */
const mostLooks = 20_000_000

export function analyseSolidity(files: readonly SourceFile[]): Analysis {
  const parsed = files.map(parseFile)
  const project = createProject(parsed)
  const { context, raised, cut } = createContext(project)
  const stopped = detectors.filter((detect) => !withinWork(mostLooks, () => detect(context)))
  raised.push(...parsed.flatMap(openPragmas), ...parsed.flatMap(turnedText))
  const attackers = attackersIn(project.contracts)
  const tests = project.contracts
    .filter((one) => one.isTest || attackers.has(one))
    .map((one) => `${one.isTest ? 'test' : 'attacking'} contract ${one.name}`)
  return {
    raised,
    surface: surfaceOf(context),
    versions: project.versions,
    unresolved: unresolvedIn(parsed),
    notExamined: [
      ...tests,
      ...cut.map((name) => `${name} beyond 20000 steps (1500000 in all) or 6 calls deep`),
      ...stopped.map(({ name }) => `what the detector ${name} would say beyond ${mostLooks} nodes`),
    ],
    filesRead: parsed.map(({ file }) => file),
  }
}

function openPragmas({ file, root }: Parsed): Raised[] {
  return (root.children as Node[])
    .filter((node) => node.type === 'PragmaDirective' && node.name === 'solidity' && /[\^><~*]/.test(node.value))
    .map((node) => ({
      rule: 'floating-pragma',
      place: placeOf(node, file),
      where: file,
      evidence: `pragma solidity ${node.value}`,
    }))
}

// A reader sees another order of signs than the compiler does.
function turnedText({ file, text }: Parsed): Raised[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    const sign = /[\u202a-\u202e\u2066-\u2069]/.exec(line)?.[0]
    if (sign === undefined) return []
    const evidence = `U+${sign.codePointAt(0)!.toString(16).toUpperCase()} turns what follows around`
    return { rule: 'turned-text', place: { file, line_start: i + 1, line_end: i + 1 }, where: file, evidence }
  })
}

/** Imports of which no file was given: what they hold is judged by its name alone. */
function unresolvedIn(parsed: readonly Parsed[]): string[] {
  const given = parsed.map(({ file }) => file.split('/').at(-1))
  const paths = parsed.flatMap(({ root }) =>
    (root.children as Node[]).filter((node) => node.type === 'ImportDirective').map((node) => String(node.path)),
  )
  return [...new Set(paths.filter((path) => !given.includes(path.split('/').at(-1))))].sort()
}

function surfaceOf({ contracts, entries }: Context): Surface {
  const name = ({ contract, fn }: Context['entries'][number]) => `${contract.name}.${fn.name}`
  return {
    contracts: contracts.map((one) => ({
      name: one.name,
      kind: one.kind,
      file: one.file,
      bases: one.line
        .slice(1)
        .map((base) => base.name)
        .concat(one.missing),
    })),
    entry_points: entries.filter(({ fn }) => !fn.isView).length,
    payable: entries.filter(({ fn }) => fn.isPayable).map(name),
    privileged: entries
      .filter(({ fn, guard }) => !fn.isView && guard?.kind === 'caller')
      .map((entry) => ({ function: name(entry), guard: entry.guard!.by })),
    external_calls: new Set(entries.flatMap(({ flow }) => flow.calls.map(({ node }) => node))).size,
  }
}
