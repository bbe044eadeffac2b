// How much of what is labelled the audit engines find, and how much of what they say is so: `npm run bench -- audits --set <folder>`.
// The folder holds the files and truth.tsv: language, file, line_start, line_end, class, kind (vulnerable, fixed, clean), and a group
// where one mistake is labelled in several places.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ownEngine } from './support/analyser.ts'
import { foundAtPrecision, type Label, parts, type Scored, scoreFiles, together } from './support/audit-score.ts'
import { installedSlither } from './support/slither.ts'

const help = `usage: npm run bench -- audits [--set <folder>] [--truth <file>] [--language <name>] [--by folds|halves] [--list]
                                [--reports <folder>] [--solcs <versions>]
Scores what the audit engines find in labelled files: recall and precision of each of four folds (files by the hash of their names)
and of all together by class, for every language that is labelled. Slither stands beside them where it is on the PATH (Solidity alone).
  --set     the folder with the files and their truth.tsv; AUDIT_SAMPLES where nothing is said
  --truth   labels that lie elsewhere
  --by      halves: the half that rules were made with (develop) and the other (judge)
  --list    each detector with how often it was right, and each label that is missed and finding that nothing confirms
  --reports where slither's report of each file is kept and found again
  --solcs   compilers that slither may choose from, as 0.8.28,0.4.26 (read as SOLC_VERSION by solc-select)
Exit: 0 scored, 2 there are no labelled files.`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    set: { type: 'string' },
    truth: { type: 'string' },
    language: { type: 'string' },
    by: { type: 'string', default: 'folds' },
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

const labelled = readLabels(values.truth ?? join(folder, 'truth.tsv'))
const partNames = values.by === 'halves' ? ['develop', 'judge'] : ['fold 1', 'fold 2', 'fold 3', 'fold 4']
for (const language of values.language ? [values.language] : [...new Set(labelled.map((one) => one.language))])
  await scoreLanguage(
    language,
    labelled.filter((one) => one.language === language),
  )

async function scoreLanguage(language: string, labels: readonly Label[]): Promise<void> {
  const slither =
    language === 'solidity' ? installedSlither({ folder: folder!, reports: values.reports!, solcs: values.solcs }) : undefined
  if (slither === null) process.stdout.write('slither is not on the PATH: nothing stands beside ours\n')
  const analysers = [await ownEngine(language), ...(slither ? [slither] : [])]
  const all: { name: string; scored: Scored; byPart: readonly Scored[] }[] = []
  for (const analyser of analysers) {
    const byPart: Scored[] = []
    for (const name of partNames) byPart.push(await scoreFiles({ folder: folder!, labels, isPart: parts[name]!, analyser }))
    all.push({ name: analyser.name, scored: together(byPart), byPart })
  }
  print(
    language,
    all.map(({ name, scored }) => ({ name, ...scored })),
  )
  for (const { name, byPart, scored } of all)
    for (const [index, part] of [...byPart, scored].entries())
      process.stdout.write(
        `  ${name}, ${(partNames[index] ?? 'all').padEnd(7)} ${String(part.files).padStart(4)} files: recall ${share(part.found, part.labels)} (${part.found} of ${part.labels}), precision ${share(part.right, part.said)} (${part.right} of ${part.said}), on fixed twins ${part.onFixed} of ${part.fixed}\n`,
      )
}

function print(language: string, all: readonly (Scored & { name: string })[]): void {
  const { files, lines } = all[0]!
  process.stdout.write(`\n${language}: ${files} files, ${lines} lines\n`)
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
  for (const one of all)
    process.stdout.write(
      `  ${one.name}: precision is of what is medium and worse; ${one.onClean} high or critical on ${one.clean} clean files; ${Math.round(one.ms)} ms; ${one.refused.length} refused ${one.refused.join(' ')}\n`,
    )
  if (all.length > 1)
    for (const { name, right, said } of all)
      process.stdout.write(
        `  at the precision of ${name} (${share(right, said)}) or better: ${all.map((one) => `${one.name} finds ${foundAtPrecision(one.judged, said === 0 ? 0 : right / said)}`).join(', ')} of ${all[0]!.labels}\n`,
      )
  if (values.list)
    for (const { name, judged } of all)
      for (const [detector, said] of [...Map.groupBy(judged, (one) => `${one.detector} (${one.severity})`)].sort())
        process.stdout.write(`  ${name}: ${detector}: ${said.filter((one) => one.isRight).length} right of ${said.length}\n`)
  if (values.list)
    for (const { name, missed, wrong } of all)
      for (const row of [...missed.map((one) => `missed ${one}`), ...wrong.map((one) => `unlabelled ${one}`)])
        process.stdout.write(`  ${name}: ${row}\n`)
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(2)
}
