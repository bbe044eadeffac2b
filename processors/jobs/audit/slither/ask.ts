// Slither on a stranger's files: laid out in a scratch of their own, each that no other one imports asked for in turn, within one budget of time.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runProgram } from '../../convert/process/run-program.ts'
import { analyserLimits } from '../../workers/limits.ts'
import type { Done } from '../../workers/tasks.ts'
import { type AnalyserSaid, type Outside, unused } from '../analysers.ts'
import { type SourceFile, SourceRefusal } from '../finding.ts'
import { sourceFiles } from '../source-files.ts'
import type { AnalyserInput } from '../task-shape.ts'
import { readReport } from './report.ts'

const name = 'slither'
const megabyte = 1024 * 1024
/** After that no further file is asked for; one that is under way ends with its lane, compiler and all. */
const lastStartMs = 20_000
const mostRoots = 20
const mostFindings = 150

export async function askSlither(
  { slither, solc, form }: AnalyserInput,
  body: Buffer,
  scratch: string,
): Promise<Done<'analyse'>> {
  const folder = join(scratch, 'source')
  try {
    const said = await asked(slither, solc, sourceFiles(body, form, 'solidity'), folder)
    return { output: said, text: '' }
  } catch (error) {
    // The engine refuses it in its own words.
    if (error instanceof SourceRefusal) return { output: unused(name, 'the source was refused'), text: '' }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function asked(slither: string, solc: string, given: readonly SourceFile[], folder: string): Promise<AnalyserSaid> {
  const until = performance.now() + lastStartMs
  const files = await layOut(given, folder)
  const run = (program: string, args: readonly string[]) =>
    runProgram(program, args, {
      timeoutMs: 2 * analyserLimits.wallMs,
      memoryBytes: 1_500 * megabyte,
      outputBytes: 8 * megabyte,
      cwd: folder,
      inGroup: true,
    })
  const version = /\b\d{1,4}\.\d{1,4}[\w.]{0,20}/.exec((await run(slither, ['--version'])).stdout.toString('utf8'))?.[0] ?? null
  const compiler = /Version: (\d+\.\d+\.\d+)/.exec((await run(solc, ['--version'])).stdout.toString('utf8'))?.[1]
  if (version === null) return unused(name, 'it did not start')
  if (compiler === undefined) return unused(name, 'solc did not start', version)
  const findings = new Map<string, Outside>()
  const roots = rootsOf(files)
  const names = new Set(files.map(({ path }) => path))
  let compiled = 0
  let isLate = false
  for (const { path } of roots.slice(0, mostRoots)) {
    if (performance.now() >= until) isLate = true
    if (isLate) break
    const { stdout } = await run(slither, [`./${path}`, ...quiet, '--solc', solc])
    const report = readReport(stdout.toString('utf8'), names)
    if (report === null || 'failed' in report) continue
    compiled++
    for (const one of report.findings) findings.set(`${one.check}:${one.file}:${one.line_start}`, one)
  }
  const with_ = `${version} with solc ${compiler}`
  if (compiled === 0)
    return unused(name, isLate ? 'it took too long' : `solc ${compiler} does not compile this source as it was given`, with_)
  const sorted = [...findings.values()].sort(
    (a, b) => compare(a.file, b.file) || a.line_start - b.line_start || compare(a.check, b.check),
  )
  const left = roots.length - compiled
  const note =
    left === 0
      ? null
      : `says nothing of ${left} of ${roots.length} files with what they import: ${isLate ? 'it took too long' : 'they did not compile'}`
  return { name, version: with_, used: true, note, findings: sorted.slice(0, mostFindings) }
}

// A framework's files would be run; a file of settings would be read: neither is laid out, and the framework is not looked for.
const quiet = [
  '--json',
  '-',
  '--compile-force-framework',
  'solc',
  '--solc-disable-warnings',
  '--exclude-informational',
  '--exclude-optimization',
  '--disable-color',
]

/** Words in the source that would silence it are taken out, letter for letter. */
async function layOut(given: readonly SourceFile[], folder: string): Promise<SourceFile[]> {
  await mkdir(folder, { recursive: true })
  const files = given.filter(({ path }) => path.endsWith('.sol'))
  const laid: SourceFile[] = []
  for (const file of files)
    try {
      await mkdir(dirname(join(folder, file.path)), { recursive: true })
      await writeFile(
        join(folder, file.path),
        file.text.replace(/slither-(dis|en)able/gi, (word) => '-'.repeat(word.length)),
        { flag: 'wx' },
      )
      laid.push(file)
    } catch (error) {
      // A name that is a folder's, or too long: of that file nothing is said.
      if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  return laid
}

/** The files that no other one imports. */
function rootsOf(files: readonly SourceFile[]): SourceFile[] {
  const imported = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/\bimport\b[^;"']{0,400}["']([^"'\n]{1,200})["']/g)].map(([, path]) => lastOf(path!)),
    ),
  )
  const roots = files.filter(({ path }) => !imported.has(lastOf(path)))
  return roots.length === 0 ? [...files] : roots
}

const lastOf = (path: string): string => path.split('/').at(-1)!
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
