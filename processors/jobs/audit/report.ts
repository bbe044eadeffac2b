// From what was raised to what is sold: each finding once, worst first, with its rule's words, and a score with its verdict.
import { type Analysis, type Raised, type Rule, type Severity, type SourceFile, severities } from './finding.ts'

export type Finding = {
  readonly id: string
  readonly detector: string
  readonly title: string
  readonly category: string
  readonly severity: Severity
  confidence: number
  readonly swc: string | null
  readonly cwe: string | null
  readonly file: string
  readonly line_start: number
  readonly line_end: number
  readonly where: string
  readonly evidence: string
  readonly snippet: string
  readonly why: string
  readonly exploit: string
  readonly fix: string
  /** The engine, and what else sees it. */
  found_by: string[]
}

const weights: Readonly<Record<Severity, number>> = { critical: 40, high: 20, medium: 8, low: 2, info: 0 }
const longestText = 300
const ownName = 'tollgate'

export function findingsOf(analysis: Analysis, files: readonly SourceFile[], rules: readonly Rule[]): Finding[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const lines = new Map(files.map(({ path, text }) => [path, text.split(/\r?\n/)]))
  const found = new Map<string, Finding>()
  for (const raised of analysis.raised) {
    const finding = findingOf(raised, byId.get(raised.rule)!, lines)
    const known = found.get(finding.id)
    if (known === undefined || worse(finding, known)) found.set(finding.id, finding)
  }
  return inOrder([...found.values()])
}

export const inOrder = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      b.confidence - a.confidence ||
      compare(a.file, b.file) ||
      a.line_start - b.line_start ||
      compare(a.detector, b.detector),
  )

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const worse = (a: Finding, b: Finding): boolean => weights[a.severity] * a.confidence > weights[b.severity] * b.confidence

function findingOf(raised: Raised, rule: Rule, lines: ReadonlyMap<string, readonly string[]>): Finding {
  const { file, line_start, line_end } = raised.place
  const code = lines.get(file)?.slice(line_start - 1, Math.min(line_end, line_start + 5)) ?? []
  return {
    id: `${rule.id}:${file}:${line_start}`,
    detector: rule.id,
    title: rule.title,
    category: rule.category,
    severity: raised.severity ?? rule.severity,
    confidence: raised.confidence ?? rule.confidence,
    swc: rule.swc ?? null,
    cwe: rule.cwe ?? null,
    file,
    line_start,
    line_end,
    where: raised.where.slice(0, longestText).toWellFormed(),
    evidence: raised.evidence.slice(0, longestText).toWellFormed(),
    snippet: code
      .map((line) => line.slice(0, 160))
      .join('\n')
      .slice(0, 800)
      .toWellFormed(),
    why: rule.why,
    exploit: rule.exploit,
    fix: rule.fix,
    found_by: [ownName],
  }
}

export type Verdict = { readonly label: 'pass' | 'minor_issues' | 'major_issues' | 'critical'; readonly score: number }

/** 100 less what each finding weighs; a critical one caps it at 30, a high one at 60. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const sum = findings.reduce((total, { severity, confidence }) => total + weights[severity] * confidence, 0)
  const has = (severity: Severity) => findings.some((one) => one.severity === severity)
  const cap = has('critical') ? 30 : has('high') ? 60 : 100
  const score = Math.round(Math.max(0, Math.min(cap, 100 - sum)) * 10) / 10
  const label = has('critical')
    ? 'critical'
    : has('high')
      ? 'major_issues'
      : has('medium') || has('low')
        ? 'minor_issues'
        : 'pass'
  return { label, score }
}
