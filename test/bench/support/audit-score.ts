// Labels against findings: a label is found by a finding of its class within a line of it; a finding is right if a label says so.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { engineFor } from '../../../processors/jobs/audit/engines.ts'
import { SourceRefusal } from '../../../processors/jobs/audit/finding.ts'
import { type Finding, findingsOf } from '../../../processors/jobs/audit/report.ts'

export type Label = { language: string; file: string; from: number; to: number; class: string; kind: string }
type PerClass = { name: string; labels: number; found: number; said: number; right: number }
export type Scored = {
  files: number
  lines: number
  ms: number
  refused: string[]
  classes: PerClass[]
  labels: number
  found: number
  said: number
  right: number
  fixed: number
  onFixed: number
  clean: number
  onClean: number
  missed: string[]
  wrong: string[]
}

// Sets name one mistake at different breadths; each family is one answer.
const families: readonly (readonly string[])[] = [
  ['reentrancy', 'reentrancy_read_only', 'reentrancy_safemint'],
  [
    'access_control',
    'tx_origin_auth',
    'delegatecall_to_user_data',
    'unprotected_callback',
    'reinitialization',
    'missing_signer',
    'missing_signer_check',
  ],
  ['arithmetic', 'unsafe_downcast', 'integer'],
  ['denial_of_service', 'denial_of_service_unbounded_loop'],
  ['unchecked_low_level_calls', 'unchecked_token_transfer'],
  ['bad_randomness', 'time_manipulation'],
  ['missing_owner_check', 'account_data_matching'],
  ['closing_accounts', 'insecure_account_close'],
  ['initialization_frontrunning', 'reinitialization'],
  ['sysvar_address', 'sysvar_get'],
  ['integer', 'precision_div_before_mul', 'precision_rounding'],
  ['integer', 'shift_overflow'],
  ['integer', 'overflow_multiplication_detector'],
]

/** The half a file belongs to, by its name alone: one half to develop on, the other to judge. */
export const halfOf = (file: string): 'develop' | 'judge' =>
  createHash('sha256').update(file).digest()[0]! % 2 === 0 ? 'develop' : 'judge'

export async function scoreFiles({
  folder,
  labels,
  half,
  language,
}: {
  folder: string
  labels: readonly Label[]
  half: 'develop' | 'judge'
  language: string
}): Promise<Scored> {
  const { analyse, rules } = await engineFor(language)
  const files = [...new Set(labels.map(({ file }) => file))].filter((file) => halfOf(file) === half)
  const scored: Scored = {
    files: files.length,
    lines: 0,
    ms: 0,
    refused: [],
    classes: [],
    labels: 0,
    found: 0,
    said: 0,
    right: 0,
    fixed: 0,
    onFixed: 0,
    clean: 0,
    onClean: 0,
    missed: [],
    wrong: [],
  }
  const classes = new Map<string, PerClass>()
  const classOf = (name: string) =>
    classes.get(name) ?? classes.set(name, { name, labels: 0, found: 0, said: 0, right: 0 }).get(name)!
  for (const file of files) {
    const source = [{ path: file, text: readFileSync(join(folder, file), 'utf8') }]
    const own = labels.filter((label) => label.file === file)
    const from = performance.now()
    let findings: Finding[] = []
    try {
      findings = findingsOf(await analyse(source), source, rules)
    } catch (error) {
      if (!(error instanceof SourceRefusal)) throw error
      scored.refused.push(`${file} (${error.code})`)
    }
    scored.ms += performance.now() - from
    scored.lines += source[0]!.text.split('\n').length
    const claims = findings.filter(({ severity }) => severity !== 'info' && severity !== 'low')
    for (const label of own.filter(({ kind }) => kind === 'vulnerable')) {
      const isFound = findings.some((one) => one.severity !== 'info' && hits(one, label))
      const row = classOf(label.class)
      row.labels++
      scored.labels++
      if (isFound) {
        row.found++
        scored.found++
      } else scored.missed.push(`${file}:${label.from}-${label.to} ${label.class}`)
    }
    for (const label of own.filter(({ kind }) => kind === 'fixed')) {
      scored.fixed++
      if (claims.some((one) => hits(one, label))) scored.onFixed++
    }
    if (own.some(({ kind }) => kind === 'clean')) {
      scored.clean++
      scored.onClean += claims.filter(({ severity }) => severity !== 'medium').length
    }
    for (const claim of claims) {
      const isRight = own.some((label) => label.kind === 'vulnerable' && hits(claim, label))
      const row = classOf(claim.category)
      row.said++
      scored.said++
      if (isRight) {
        row.right++
        scored.right++
      } else scored.wrong.push(`${file}:${claim.line_start} ${claim.detector} ${claim.evidence.slice(0, 110)}`)
    }
  }
  return { ...scored, classes: [...classes.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

function hits(finding: Finding, label: Label): boolean {
  return isSame(finding.category, label.class) && finding.line_start <= label.to + 1 && finding.line_end >= label.from - 1
}

function isSame(category: string, labelled: string): boolean {
  const name = labelled.split(':')[0]!
  return (
    category === name || category === labelled || families.some((family) => family.includes(category) && family.includes(name))
  )
}
