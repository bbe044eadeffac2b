// Labels against findings: a label is found by a finding of its class within a line of it; a finding is right if a label says so.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Analyser, type Claim, rankOf, Unread } from './analyser.ts'

/** `group`: labels of one mistake in several places, as a handler and its accounts; any of them found is the mistake found. */
export type Label = { language: string; file: string; from: number; to: number; class: string; kind: string; group?: string }
/** A finding as it was judged: how sure its analyser is, whether a label says so too, and which labels it finds. */
export type Judged = {
  readonly rank: number
  readonly isRight: boolean
  readonly labels: readonly string[]
  readonly detector?: string
  readonly severity?: string
}
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
  judged: Judged[]
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
  ['pda_sharing', 'pda_seed_collision'],
  ['integer', 'precision_div_before_mul', 'precision_rounding'],
  ['integer', 'shift_overflow'],
  ['integer', 'overflow_multiplication_detector'],
]

// Who signs is compared with nobody who is stored: sets call it a check of access, accounts whose data do not match, or a missing signer.
const sameCheck: Readonly<Record<string, readonly string[]>> = {
  'authority-not-asked': ['account_data_matching'],
  'account-mismatch': ['access_control'],
  'closed-by-anybody': ['access_control', 'account_data_matching', 'missing_signer'],
}

/** The fold of four that a file belongs to, by its name alone. */
export const foldOf = (file: string): number => (createHash('sha256').update(file).digest()[0]! % 4) + 1

/** Which files a part holds: one fold of four, or a half, the even folds to judge by and the odd ones to develop on. */
export const parts: Readonly<Record<string, (file: string) => boolean>> = {
  develop: (file) => foldOf(file) % 2 === 1,
  judge: (file) => foldOf(file) % 2 === 0,
  'fold 1': (file) => foldOf(file) === 1,
  'fold 2': (file) => foldOf(file) === 2,
  'fold 3': (file) => foldOf(file) === 3,
  'fold 4': (file) => foldOf(file) === 4,
}

export async function scoreFiles({
  folder,
  labels,
  isPart,
  analyser,
}: {
  folder: string
  labels: readonly Label[]
  isPart: (file: string) => boolean
  analyser: Analyser
}): Promise<Scored> {
  const files = [...new Set(labels.map(({ file }) => file))].filter(isPart)
  const scored: Scored = { ...nothing(), files: files.length }
  const classes = new Map<string, PerClass>()
  const classOf = (name: string) =>
    classes.get(name) ?? classes.set(name, { name, labels: 0, found: 0, said: 0, right: 0 }).get(name)!
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    const own = labels.filter((label) => label.file === file)
    const from = performance.now()
    let findings: readonly Claim[] = []
    try {
      findings = await analyser.look(file, text)
    } catch (error) {
      if (!(error instanceof Unread)) throw error
      scored.refused.push(`${file} (${error.message})`)
    }
    scored.ms += performance.now() - from
    scored.lines += text.split('\n').length
    const claims = findings.filter(({ severity }) => severity !== 'info' && severity !== 'low')
    for (const places of mistakesOf(own, 'vulnerable')) {
      const label = places[0]!
      const isFound = findings.some((one) => one.severity !== 'info' && places.some((place) => hits(one, place)))
      const row = classOf(label.class)
      row.labels++
      scored.labels++
      if (isFound) {
        row.found++
        scored.found++
      } else scored.missed.push(`${file}:${label.from}-${label.to} ${label.class}`)
    }
    for (const places of mistakesOf(own, 'fixed')) {
      scored.fixed++
      if (claims.some((one) => places.some((place) => hits(one, place)))) scored.onFixed++
    }
    if (own.some(({ kind }) => kind === 'clean')) {
      scored.clean++
      scored.onClean += claims.filter(({ severity }) => severity !== 'medium').length
    }
    for (const one of findings.filter(({ severity }) => severity !== 'info')) {
      const found = own.filter((label) => label.kind === 'vulnerable' && hits(one, label))
      const names = found.map((label) => `${file}:${label.group || `${label.from}-${label.to}`} ${label.class}`)
      scored.judged.push({
        rank: rankOf(one),
        isRight: found.length > 0,
        labels: names,
        detector: one.detector,
        severity: one.severity,
      })
    }
    for (const claim of claims) {
      const isRight = own.some((label) => label.kind === 'vulnerable' && hits(claim, label))
      const row = classOf(claim.category)
      row.said++
      scored.said++
      if (isRight) {
        row.right++
        scored.right++
      } else scored.wrong.push(`${file}:${claim.spans[0]?.[0]} ${claim.detector} ${claim.evidence.slice(0, 110)}`)
    }
  }
  return { ...scored, classes: [...classes.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

const nothing = (): Scored => ({
  files: 0,
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
  judged: [],
})

/** What was scored in parts, as one. */
export function together(scored: readonly Scored[]): Scored {
  const sum = (of: (one: Scored) => number) => scored.reduce((total, one) => total + of(one), 0)
  const classes = [
    ...Map.groupBy(
      scored.flatMap((one) => one.classes),
      ({ name }) => name,
    ),
  ].map(([name, rows]) =>
    rows.reduce((a, b) => ({
      name,
      labels: a.labels + b.labels,
      found: a.found + b.found,
      said: a.said + b.said,
      right: a.right + b.right,
    })),
  )
  return {
    files: sum((one) => one.files),
    lines: sum((one) => one.lines),
    ms: sum((one) => one.ms),
    refused: scored.flatMap((one) => one.refused),
    classes: classes.sort((a, b) => (a.name < b.name ? -1 : 1)),
    labels: sum((one) => one.labels),
    found: sum((one) => one.found),
    said: sum((one) => one.said),
    right: sum((one) => one.right),
    fixed: sum((one) => one.fixed),
    onFixed: sum((one) => one.onFixed),
    clean: sum((one) => one.clean),
    onClean: sum((one) => one.onClean),
    missed: scored.flatMap((one) => one.missed),
    wrong: scored.flatMap((one) => one.wrong),
    judged: scored.flatMap((one) => one.judged),
  }
}

/** The most labels that are found where whatever an analyser is less sure of is left out until the precision is reached. */
export function foundAtPrecision(judged: readonly Judged[], precision: number): number {
  let most = 0
  for (const cut of new Set(judged.map(({ rank }) => rank))) {
    const kept = judged.filter(({ rank }) => rank >= cut)
    if (kept.filter(({ isRight }) => isRight).length >= precision * kept.length)
      most = Math.max(most, new Set(kept.flatMap(({ labels }) => labels)).size)
  }
  return most
}

const mistakesOf = (labels: readonly Label[], kind: string): readonly (readonly Label[])[] => {
  const wanted = labels.filter((label) => label.kind === kind)
  return [...Map.groupBy(wanted, (label) => label.group || `${label.from}-${label.to} ${label.class}`).values()]
}

const hits = (finding: Claim, label: Label): boolean =>
  [finding.category, ...(sameCheck[finding.detector] ?? [])].some((category) => isSame(category, label.class)) &&
  finding.spans.some(([from, to]) => from <= label.to + 1 && to >= label.from - 1)

function isSame(category: string, labelled: string): boolean {
  const name = labelled.split(':')[0]!
  return (
    category === name || category === labelled || families.some((family) => family.includes(category) && family.includes(name))
  )
}
