// Slither beside the engines of the project: run on a file where it is installed, its report kept, and its findings in the labels' words.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Severity } from '../../../processors/jobs/audit/finding.ts'
import { classOfSlither } from '../../../processors/jobs/audit/slither/classes.ts'
import { parseFile } from '../../../processors/jobs/audit/solidity/parse.ts'
import { createProject } from '../../../processors/jobs/audit/solidity/project.ts'
import { type Analyser, type Claim, Unread } from './analyser.ts'

type Element = { type: string; source_mapping?: { filename_relative?: string; lines?: number[] } }
type Result = { check: string; impact: string; confidence: string; description: string; elements: Element[] }

const severityOf: Readonly<Record<string, Severity>> = { High: 'high', Medium: 'medium', Low: 'low' }
const confidenceOf: Readonly<Record<string, number>> = { High: 0.9, Medium: 0.6, Low: 0.3 }
const longestRun = 300_000

/** Null where no slither is on the PATH. Imports are found as `remappings.txt` beside the labels says. */
export function installedSlither(options: { folder: string; reports: string; solcs: string | undefined }): Analyser | null {
  const asked = spawnSync('slither', ['--version'], { encoding: 'utf8' })
  if (asked.status !== 0) return null
  mkdirSync(options.reports, { recursive: true })
  return {
    name: `slither ${asked.stdout.trim()}`,
    look: async (file, text) => liveOf(claimsIn(reportOf(file, options), file), file, text),
  }
}

function reportOf(
  file: string,
  { folder, reports, solcs }: { folder: string; reports: string; solcs: string | undefined },
): string {
  const report = resolve(reports, `${file.replaceAll('/', '@')}.json`)
  if (existsSync(report)) return readFileSync(report, 'utf8')
  const remappings = join(folder, 'remappings.txt')
  const more = [
    ...(existsSync(remappings) ? ['--solc-remaps', readFileSync(remappings, 'utf8').trim().split(/\s+/).join(' ')] : []),
    ...(solcs === undefined ? [] : ['--solc-solcs-select', solcs]),
  ]
  const quiet = ['--json', report, '--solc-disable-warnings', '--exclude-informational', '--exclude-optimization']
  const ran = spawnSync('slither', [file, ...quiet, ...more], { cwd: folder, encoding: 'utf8', timeout: longestRun })
  // It exits with the count of what it found, so only a report tells that it ran.
  if (!existsSync(report)) throw new Unread(`no report: ${ran.stderr?.trim().split('\n').at(-1)?.slice(0, 120) ?? ran.signal}`)
  return readFileSync(report, 'utf8')
}

// Test contracts are no live code: the engines of the project leave them aside, so what is said of them counts for nobody.
function liveOf(claims: readonly Claim[], path: string, text: string): Claim[] {
  const tests = createProject([parseFile({ path, text })]).contracts.filter((one) => one.isTest)
  const within = ([from, to]: readonly [number, number]) =>
    tests.some(({ node }) => from >= (node.loc?.start.line ?? 0) && to <= (node.loc?.end.line ?? 0))
  return claims.filter(({ spans }) => !spans.every(within))
}

/** What a report says of one file: the lines of statements where it names any, of functions and variables otherwise. */
export function claimsIn(report: string, file: string): Claim[] {
  const { success, error, results } = JSON.parse(report) as {
    success: boolean
    error: string | null
    results: { detectors?: Result[] }
  }
  if (!success) throw new Unread(String(error).split('\n')[0]!.slice(0, 120))
  return (results.detectors ?? []).flatMap((one) => {
    const here = one.elements.filter(({ source_mapping: at }) => at?.filename_relative === file && (at.lines?.length ?? 0) > 0)
    const nearest = ['node', 'function', 'variable'].map((type) => here.filter((part) => part.type === type))
    const spans = (nearest.find((parts) => parts.length > 0) ?? here).map(({ source_mapping: at }): [number, number] => [
      Math.min(...at!.lines!),
      Math.max(...at!.lines!),
    ])
    if (spans.length === 0) return []
    return {
      detector: one.check,
      category: classOfSlither(one.check),
      severity: severityOf[one.impact] ?? 'info',
      confidence: confidenceOf[one.confidence] ?? 0.3,
      spans,
      evidence: one.description.split('\n')[0]!.trim(),
    }
  })
}
