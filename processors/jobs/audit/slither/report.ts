// Slither's report of one file in the engine's words: the lines of statements where it names any, of functions and variables otherwise.
import type { Outside } from '../analysers.ts'
import type { Severity } from '../finding.ts'
import { classOfSlither } from './classes.ts'

type Element = { type?: unknown; source_mapping?: { filename_relative?: unknown; lines?: unknown } }
type Result = { check?: unknown; impact?: unknown; confidence?: unknown; description?: unknown; elements?: unknown }

const severityOf: Readonly<Record<string, Severity>> = { High: 'high', Medium: 'medium', Low: 'low' }
const confidenceOf: Readonly<Record<string, number>> = { High: 0.9, Medium: 0.6, Low: 0.3 }
const longestText = 300

export type Report = { readonly findings: readonly Outside[] } | { readonly failed: string }

/** Null where it is no report at all. */
export function readReport(text: string, files: ReadonlySet<string>): Report | null {
  let report: { success?: unknown; error?: unknown; results?: { detectors?: unknown } }
  try {
    report = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  if (report === null || typeof report !== 'object') return null
  if (report.success !== true) return { failed: String(report.error ?? '') }
  const results = Array.isArray(report.results?.detectors) ? (report.results.detectors as Result[]) : []
  return { findings: results.flatMap((one) => findingIn(one, files)) }
}

function findingIn({ check, impact, confidence, description, elements }: Result, files: ReadonlySet<string>): Outside[] {
  const severity = severityOf[String(impact)]
  if (typeof check !== 'string' || !/^[a-z0-9-]{1,60}$/.test(check) || severity === undefined) return []
  const places = (Array.isArray(elements) ? (elements as Element[]) : []).flatMap(placeIn).filter(({ file }) => files.has(file))
  const nearest =
    ['node', 'function', 'variable'].map((type) => places.find((one) => one.type === type)).find(Boolean) ?? places[0]
  if (nearest === undefined) return []
  const { file, line_start, line_end } = nearest
  const evidence = String(description ?? '')
    .split('\n')[0]!
    .trim()
    .slice(0, longestText)
    .toWellFormed()
  return [
    {
      check,
      category: classOfSlither(check),
      severity,
      confidence: confidenceOf[String(confidence)] ?? 0.3,
      file,
      line_start,
      line_end,
      evidence,
    },
  ]
}

function placeIn({ type, source_mapping: at }: Element) {
  const lines = Array.isArray(at?.lines)
    ? at.lines.filter((one): one is number => Number.isInteger(one) && (one as number) > 0)
    : []
  if (typeof at?.filename_relative !== 'string' || lines.length === 0) return []
  const file = at.filename_relative.replace(/^\.\//, '')
  return [
    {
      type: String(type),
      file,
      line_start: lines.reduce((a, b) => Math.min(a, b)),
      line_end: lines.reduce((a, b) => Math.max(a, b)),
    },
  ]
}
