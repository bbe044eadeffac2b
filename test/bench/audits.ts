// How much of what is labelled the audit engines find, and how much of what they say is so: `npm run bench -- audits --set <folder>`.
// The folder holds the files and truth.tsv: language, file, line_start, line_end, class, kind (vulnerable, fixed, clean), and a group
// where one mistake is labelled in several places.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ownEngine } from './support/analyser.ts'
import { foundAtPrecision, type Label, type Scored, scoreFiles } from './support/audit-score.ts'
import { installedSlither } from './support/slither.ts'

const help = `usage: npm run bench -- audits [--set <folder>] [--truth <file>] [--language solidity] [--half develop|judge|both] [--list]
                                [--reports <folder>] [--solcs <versions>]
Scores what the audit engines find in labelled files: recall and precision by class, for the half that rules were made with and the other.
Slither stands beside them where it is on the PATH (Solidity alone).
  --set     the folder with the files and their truth.tsv; AUDIT_SAMPLES where nothing is said
  --truth   labels that lie elsewhere
  --list    each label and finding besides
  --reports where slither's report of each file is kept and found again
  --solcs   compilers that slither may choose from, as 0.8.28,0.4.26 (read as SOLC_VERSION by solc-select)
Exit: 0 scored, 2 there are no labelled files.`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    set: { type: 'string' },
    truth: { type: 'string' },
    language: { type: 'string', default: 'solidity' },
    half: { type: 'string', default: 'both' },
    list: { type: 'boolean', default: false },
    reports: { type: 'string', default: join(tmpdir(), 'audit-reports') },
    solcs: { type: 'string' },
  },
})
if (values.help) {
  process.stdout.write(`${help}\n`)
  process.exit(0)
}
const folder = values.set ?? process.env.AUDIT_SAMPLES
if (folder === undefined) {
  process.stderr.write('give --set <folder> or AUDIT_SAMPLES: labelled files with their truth.tsv\n')
  process.exit(2)
}

function readLabels(path: string): Label[] {
  const [head, ...rows] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/)
  const names = head!.split('\t')
  return rows.map((row) => {
    const cells = row.split('\t')
    const of = (name: string) => cells[names.indexOf(name)] ?? ''
    return {
      language: of('language'),
      file: of('file'),
      from: Number(of('line_start')),
      to: Number(of('line_end')),
      class: of('class'),
      kind: of('kind'),
      group: of('group'),
    }
  })
}

const labels = readLabels(values.truth ?? join(folder, 'truth.tsv')).filter((one) => one.language === values.language)
const ours = await ownEngine(values.language!)
const slither =
  values.language === 'solidity' ? installedSlither({ folder, reports: values.reports!, solcs: values.solcs }) : undefined
if (slither === null) process.stdout.write('slither is not on the PATH: nothing stands beside ours\n')
for (const half of values.half === 'both' ? (['develop', 'judge'] as const) : [values.half as 'develop' | 'judge']) {
  const scored = [{ name: ours.name, ...(await scoreFiles({ folder, labels, half, analyser: ours })) }]
  if (slither) scored.push({ name: slither.name, ...(await scoreFiles({ folder, labels, half, analyser: slither })) })
  print(half, scored)
}

function print(half: string, all: readonly (Scored & { name: string })[]): void {
  const { files, lines } = all[0]!
  process.stdout.write(`\n${values.language} ${half} half: ${files} files, ${lines} lines\n`)
  const names = [...new Set(all.flatMap(({ classes }) => classes.map(({ name }) => name)))].sort()
  const line = (name: string, cells: readonly string[]) =>
    process.stdout.write(`  ${name.padEnd(36)} ${cells.map((cell) => cell.padStart(15)).join(' ')}\n`)
  line(
    'class',
    all.flatMap(({ name }) => [name, '']),
  )
  line(
    '',
    all.flatMap(() => ['labels found', 'findings right']),
  )
  for (const name of names)
    line(
      name,
      all.flatMap(({ classes }) => {
        const one = classes.find((row) => row.name === name)
        return [`${one?.found ?? 0}/${one?.labels ?? 0}`, `${one?.right ?? 0}/${one?.said ?? 0}`]
      }),
    )
  line(
    'all',
    all.flatMap((one) => [`${one.found}/${one.labels}`, `${one.right}/${one.said}`]),
  )
  for (const one of all)
    process.stdout.write(
      `  ${one.name}: recall ${share(one.found, one.labels)}, precision ${share(one.right, one.said)} (medium and worse); on fixed twins ${one.onFixed} of ${one.fixed} still raised; ${one.onClean} high or critical on ${one.clean} clean files; ${Math.round(one.ms)} ms; ${one.refused.length} refused ${one.refused.join(' ')}\n`,
    )
  if (all.length > 1)
    for (const { name, right, said } of all)
      process.stdout.write(
        `  at the precision of ${name} (${share(right, said)}) or better: ${all.map((one) => `${one.name} finds ${foundAtPrecision(one.judged, said === 0 ? 0 : right / said)}`).join(', ')} of ${all[0]!.labels}\n`,
      )
  if (values.list)
    for (const { name, missed, wrong } of all)
      for (const row of [...missed.map((one) => `missed ${one}`), ...wrong.map((one) => `unlabelled ${one}`)])
        process.stdout.write(`  ${name}: ${row}\n`)
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(2)
}
