// Solana programs in Rust to findings: parsed, bound by name, followed instruction by instruction, and looked at by each detector.
import { type Analysis, type SourceFile, SourceRefusal, type Surface } from '../finding.ts'
import { isSigner } from './accounts.ts'
import { type Context, createContext, type Detector } from './context.ts'
import { closing } from './detectors/closing.ts'
import { derived } from './detectors/derived.ts'
import { hygiene } from './detectors/hygiene.ts'
import { market } from './detectors/market.ts'
import { matching } from './detectors/matching.ts'
import { members } from './detectors/members.ts'
import { named } from './detectors/named.ts'
import { numbers, panics } from './detectors/numbers.ts'
import { outgoingCalls } from './detectors/outgoing.ts'
import { owners } from './detectors/owners.ts'
import { replays } from './detectors/replays.ts'
import { setup } from './detectors/setup.ts'
import { signers } from './detectors/signers.ts'
import { sysvars } from './detectors/sysvars.ts'
import { tokens } from './detectors/tokens.ts'
import { twins } from './detectors/twins.ts'
import { signersOf } from './facts.ts'
import { parseFile } from './parse.ts'
import { createProject, type Project } from './project.ts'
import { toldOnce } from './told-once.ts'
import { ofType, part, pathOf } from './tree.ts'

const detectors: readonly Detector[] = [
  signers,
  matching,
  tokens,
  members,
  named,
  owners,
  outgoingCalls,
  closing,
  setup,
  derived,
  twins,
  sysvars,
  numbers,
  panics,
  market,
  replays,
  hygiene,
]

/** What asks nothing of who may act looks at handlers, too, whose accounts were not given. */
const ofAnyAccounts: ReadonlySet<Detector> = new Set([numbers, panics, hygiene])

export function analyseRust(files: readonly SourceFile[]): Analysis {
  const parsed = files.map(parseFile)
  const project = createProject(parsed)
  const { context, raised, cut } = createContext(project)
  if (context.instructions.length === 0)
    throw new SourceRefusal(
      'no_program',
      'There is no instruction of a Solana program in it: no function with Context<…> of a struct that is given, and none that takes accounts from &[AccountInfo].',
    )
  const whole = { ...context, instructions: context.instructions.filter(({ isPartial }) => !isPartial) }
  for (const detect of detectors) detect(ofAnyAccounts.has(detect) ? context : whole)
  const broken = parsed.flatMap(({ file, broken: lines }) =>
    lines.slice(0, 5).map((line) => `${file}:${line} is beyond the grammar, what stands there was skipped`),
  )
  return {
    raised: toldOnce(raised),
    surface: surfaceOf(context),
    versions: [],
    unresolved: unresolvedIn(project),
    notExamined: [...broken, ...cut, 'code that macros make, Cargo.toml and its overflow-checks, and dependencies'],
    filesRead: parsed.map(({ file }) => file),
  }
}

/** Contexts whose accounts were not given: what they promise is not known. */
function unresolvedIn({ functions, bundles }: Project): string[] {
  const named = functions.flatMap(({ params }) =>
    params.flatMap(({ typeNode }) => {
      const context = pathOf(typeNode).at(-1) === 'Context' ? part(typeNode, 'type_arguments') : null
      return ofType(context, 'type_identifier', 'generic_type', 'scoped_type_identifier').map((one) => pathOf(one).at(-1) ?? '')
    }),
  )
  return [...new Set(named.filter((name) => name !== '' && name !== 'Self' && !bundles.has(name)))].sort()
}

function surfaceOf({ project, instructions }: Context): Surface {
  return {
    contracts: [
      ...project.items.programs.map((name) => ({
        name,
        kind: 'anchor program',
        file: project.functions.find((fn) => fn.modules.includes(name))?.file ?? '',
        bases: [],
      })),
      ...[...project.bundles.values()].flat().map(({ struct }) => ({
        name: struct.name,
        kind: 'accounts',
        file: struct.file,
        bases: [],
      })),
    ],
    entry_points: instructions.length,
    payable: instructions
      .filter(
        ({ flow }) => flow.lamports.length > 0 || flow.cpis.some(({ builder }) => /transfer|system_instruction/.test(builder)),
      )
      .map(({ name }) => name),
    privileged: instructions.flatMap(({ name, flow }) => {
      const signing = signersOf(flow).filter((account) => isSigner(account) || flow.signers.has(account))
      return signing.length === 0
        ? []
        : [
            {
              function: name,
              guard: signing
                .map((account) => account.name)
                .slice(0, 10)
                .join(', '),
            },
          ]
    }),
    external_calls: new Set(instructions.flatMap(({ flow }) => flow.cpis.map(({ node }) => node))).size,
  }
}
