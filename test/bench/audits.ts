// How much of what is labelled the audit engines find, and how much of what they say is so: `npm run bench -- audits --set <folder>`.
// The folder holds the files and truth.tsv: language, file, line_start, line_end, class, kind (vulnerable, fixed, clean).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Label, type Scored, scoreFiles } from './support/audit-score.ts'

const help = `usage: npm run bench -- audits [--set <folder>] [--truth <file>] [--language solidity] [--half develop|judge|both] [--list]
Scores what the audit engines find in labelled files: recall and precision by class, for the half that rules were made with and the other.
  --set     the folder with the files and their truth.tsv; AUDIT_SAMPLES where nothing is said
  --truth   labels that lie elsewhere
  --list    each label and finding besides
Exit: 0 scored, 2 there are no labelled files.`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    set: { type: 'string' },
    truth: { type: 'string' },
    language: { type: 'string', default: 'solidity' },
    half: { type: 'string', default: 'both' },
    list: { type: 'boolean', default: false },
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
    }
  })
}

const labels = readLabels(values.truth ?? join(folder, 'truth.tsv')).filter((one) => one.language === values.language)
for (const half of values.half === 'both' ? (['develop', 'judge'] as const) : [values.half as 'develop' | 'judge']) {
  const scored = await scoreFiles({ folder, labels, half, language: values.language! })
  print(half, scored)
}

function print(half: string, scored: Scored): void {
  process.stdout.write(
    `\n${values.language} ${half} half: ${scored.files} files, ${scored.lines} lines, ${Math.round(scored.ms)} ms; ${scored.refused.length} refused ${scored.refused.join(' ')}\n`,
  )
  const rows = scored.classes.map((one) => [one.name, `${one.found}/${one.labels}`, `${one.right}/${one.said}`])
  for (const [name, recall, precision] of [
    ['class', 'labels found', 'findings right'],
    ...rows,
    ['all', `${scored.found}/${scored.labels}`, `${scored.right}/${scored.said}`],
  ])
    process.stdout.write(`  ${name!.padEnd(36)} ${recall!.padStart(13)} ${precision!.padStart(15)}\n`)
  process.stdout.write(
    `  recall ${share(scored.found, scored.labels)}, precision ${share(scored.right, scored.said)} (medium and worse); on fixed twins ${scored.onFixed} of ${scored.fixed} still raised; ${scored.onClean} high or critical on ${scored.clean} clean files\n`,
  )
  if (values.list)
    for (const line of [...scored.missed.map((one) => `missed ${one}`), ...scored.wrong.map((one) => `unlabelled ${one}`)])
      process.stdout.write(`  ${line}\n`)
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(2)
}
