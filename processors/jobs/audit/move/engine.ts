// Move files to findings: parsed, bound by name, followed function by function, and looked at by each detector.
import { type Analysis, type SourceFile, SourceRefusal, type Surface } from '../finding.ts'
import { type Context, createContext, type Detector } from './context.ts'
import { access } from './detectors/access.ts'
import { bindings } from './detectors/bindings.ts'
import { denial } from './detectors/denial.ts'
import { forgotten } from './detectors/forgotten.ts'
import { generics } from './detectors/generics.ts'
import { holders } from './detectors/holders.ts'
import { hygiene } from './detectors/hygiene.ts'
import { leaks } from './detectors/leaks.ts'
import { minted } from './detectors/minting.ts'
import { numbers } from './detectors/numbers.ts'
import { confusion, objects } from './detectors/objects.ts'
import { ownership } from './detectors/ownership.ts'
import { powers } from './detectors/powers.ts'
import { repayments } from './detectors/repayments.ts'
import { starts } from './detectors/starts.ts'
import { trust } from './detectors/trust.ts'
import { unasked } from './detectors/unasked.ts'
import { chances, values } from './detectors/values.ts'
import { type Parsed, parseFile } from './parse.ts'
import { createProject, type Project } from './project.ts'

const detectors: readonly Detector[] = [
  access,
  minted,
  leaks,
  powers,
  starts,
  ownership,
  bindings,
  objects,
  repayments,
  confusion,
  generics,
  numbers,
  denial,
  trust,
  chances,
  values,
  forgotten,
  holders,
  unasked,
  hygiene,
]

export function analyseMove(files: readonly SourceFile[]): Analysis {
  const parsed = [...files].sort((a, b) => (a.path < b.path ? -1 : 1)).map(parseFile)
  const project = createProject(parsed)
  const { context, raised, cut } = judged(project)
  return {
    raised,
    surface: surfaceOf(context),
    versions: [...new Set(project.modules.map(({ isSui, item }) => dialectOf(isSui, item.uses)))].sort(),
    unresolved: unresolvedIn(project),
    notExamined: [...project.tests, ...cut.map((name) => `${name} beyond 20000 steps or 12 calls deep`)],
    filesRead: parsed.map(({ file }: Parsed) => file),
  }
}

// A chain of operators is a deep tree, and some questions to it are recursive.
function judged(project: Project): ReturnType<typeof createContext> {
  try {
    const made = createContext(project)
    for (const look of detectors) look(made.context)
    return made
  } catch (error) {
    if (error instanceof RangeError) throw new SourceRefusal('too_deep', 'The source nests deeper than it can be followed.')
    throw error
  }
}

function dialectOf(isSui: boolean, uses: Project['modules'][number]['item']['uses']): string {
  if (isSui) return 'Sui'
  return uses.some(({ path }) => /^aptos/.test(path[0]!)) ? 'Aptos' : 'Move'
}

const libraries =
  /^(std|sui|sui_system|iota|aptos_framework|aptos_std|aptos_token|aptos_token_objects|aptos_experimental|0x1|0x2|0x3|0x4)$/

/** Modules that are used and not given, libraries of the chains left out: judged by their names alone. */
function unresolvedIn({ modules, byName }: Project): string[] {
  const used = modules.flatMap(({ item }) => item.uses.filter(({ path }) => path.length > 1 && !libraries.test(path[0]!)))
  const names = used.filter(({ path }) => !byName.has(path[1]!)).map(({ path }) => path.slice(0, 2).join('::'))
  return [...new Set(names)].sort()
}

function surfaceOf({ modules, entries }: Context): Surface {
  const name = ({ fn }: Context['entries'][number]) => `${fn.module.name}::${fn.name}`
  const isView = ({ fn }: Context['entries'][number]) => fn.item.attributes.includes('view')
  return {
    contracts: modules.map((one) => ({
      name: one.name,
      kind: one.item.isScript ? 'script' : 'module',
      file: one.file,
      bases: one.item.friends.map((path) => path.join('::')),
    })),
    entry_points: entries.filter((one) => !isView(one)).length,
    payable: entries.filter(({ guard }) => guard?.kind === 'given').map(name),
    privileged: entries.flatMap((one) =>
      one.guard !== null && one.guard.kind !== 'given' && !isView(one) ? [{ function: name(one), guard: one.guard.by }] : [],
    ),
    external_calls: new Set(
      entries.flatMap(({ flow }) =>
        flow.facts.flatMap((fact) => (fact.kind === 'call' && fact.called.fn === null ? [fact.node] : [])),
      ),
    ).size,
  }
}
