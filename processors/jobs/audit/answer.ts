// The answer of an audit: verdict, findings worst first, what the code offers to strangers, and what nobody looked at.
import type { Analysis, Rule, SourceFile, Unread } from './finding.ts'
import { severities } from './finding.ts'
import { engineVersion } from './keys.ts'
import { measured } from './measured.ts'
import { type Finding, verdictOf } from './report.ts'
import type { AuditAnswer } from './schema.ts'
import type { AuditInput, Language } from './task-shape.ts'

const mostFindings = 300
const mostListed = 200
const parsers: Readonly<Partial<Record<Language, string>>> = {
  solidity: '@solidity-parser/parser 0.20.2',
  rust: 'tree-sitter-rust 0.24.0',
  move: 'Tollgate’s own recursive descent, Move 2 and Move 2024',
}
const beyond = [
  'business logic and economics of the protocol beyond the classes listed in docs/audits.md',
  'code that was not given: imports, deployed bytecode, configuration and the state on chain',
  'symbolic execution and formal proof: paths are followed, values are not solved for',
]

type Parts = {
  readonly input: AuditInput
  readonly files: readonly SourceFile[]
  readonly unread: readonly Unread[]
  readonly analysis: Analysis
  readonly findings: readonly Finding[]
  readonly rules: readonly Rule[]
}

export function answerOf({ input, files, unread, analysis, findings, rules }: Parts): AuditAnswer {
  const inFocus = findings.filter(
    ({ category, detector }) => input.focus.length === 0 || input.focus.includes(category) || input.focus.includes(detector),
  )
  const { label, score } = verdictOf(inFocus)
  const count = (severity: string) => inFocus.filter((one) => one.severity === severity).length
  const figures = measured[input.language]!
  const shown = inFocus.filter(({ severity }) => severity !== 'info' || input.includeInfo)
  const [critical, high, medium, low, info] = severities.map(count) as [number, number, number, number, number]
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  const share = files.length / (files.length + unread.length)
  const known = analysis.unresolved.length === 0 ? 1 : 0.85
  return {
    signal: {
      label,
      score,
      score_range: [0, 100],
      confidence: Math.round(figures.recall * share * known * 100) / 100,
      as_of: input.asOf,
      summary: `${critical} critical, ${high} high, ${medium} medium and ${low} low finding(s) in ${lines} lines of ${files.length} file(s).`,
    },
    summary: {
      critical,
      high,
      medium,
      low,
      info,
      files: files.length,
      lines,
      compilers: [...analysis.versions].slice(0, 20).map((one) => one.slice(0, 100)),
    },
    findings: shown.slice(0, mostFindings),
    findings_left_out: Math.max(0, shown.length - mostFindings),
    surface: {
      contracts: analysis.surface.contracts.slice(0, mostListed).map((one) => ({ ...one, bases: [...one.bases].slice(0, 50) })),
      entry_points: analysis.surface.entry_points,
      payable: [...analysis.surface.payable].slice(0, mostListed),
      privileged: [...analysis.surface.privileged].slice(0, mostListed),
      external_calls: analysis.surface.external_calls,
    },
    unresolved_imports: [...analysis.unresolved].slice(0, mostListed).map((one) => one.slice(0, 200)),
    not_examined: [
      ...unread.map(({ path, reason }) => `${path}: ${reason}`.slice(0, 300)),
      ...[...analysis.notExamined].slice(0, 100),
      ...beyond,
    ],
    engine: {
      language: input.language,
      version: engineVersion,
      parser: parsers[input.language]!,
      detectors: rules.length,
      categories: [...new Set(rules.map(({ category }) => category))].sort(),
      measured: {
        ...figures,
        on: 'labelled public files the engine was not developed on; findings of medium severity and above',
      },
      analysers: input.analysers.map(({ name, version, used, note }) => ({ name, version, used, note })),
      model: null,
    },
  }
}
