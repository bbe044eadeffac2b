// What an analyser of others found, put beside the engine's own: seen by both it is surer, seen by the other alone it is kept under its name.
import type { AnalyserSaid, Outside } from './analysers.ts'
import type { SourceFile } from './finding.ts'
import { type Finding, inOrder } from './report.ts'

/** These say what stands in the source, and not what might follow from it: they keep their own severity. */
const plainFacts = new Set([
  'suicidal',
  'controlled-delegatecall',
  'shadowing-state',
  'uninitialized-storage',
  'rtlo',
  'msg-value-loop',
])
const surest = 0.95

export function merged(own: readonly Finding[], said: readonly AnalyserSaid[], files: readonly SourceFile[]): Finding[] {
  const found = own.map((one) => ({ ...one }))
  const more: Finding[] = []
  const lines = new Map(files.map(({ path, text }) => [path, text.split(/\r?\n/)]))
  for (const { name, findings } of said)
    for (const one of findings) {
      const same = found.filter((other) => isSame(other, one))
      for (const other of same) {
        if (other.found_by.includes(name)) continue
        other.found_by = [...other.found_by, name]
        other.confidence = Math.round(Math.min(surest, 1 - (1 - other.confidence) * (1 - one.confidence / 2)) * 100) / 100
      }
      if (same.length === 0) more.push(alone(name, one, lines.get(one.file) ?? []))
    }
  return inOrder([...found, ...more])
}

const isSame = (own: Finding, { file, category, line_start, line_end }: Outside): boolean =>
  own.file === file &&
  (own.category === category || own.category.startsWith(`${category}_`)) &&
  own.line_start <= line_end + 1 &&
  own.line_end >= line_start - 1

function alone(name: string, one: Outside, lines: readonly string[]): Finding {
  const seeName = `Found by ${name} alone; its documentation says of ${one.check}`
  return {
    id: `${name}-${one.check}:${one.file}:${one.line_start}`,
    detector: `${name}-${one.check}`,
    title: `${name}: ${one.check.replaceAll('-', ' ')}`,
    category: one.category,
    severity: plainFacts.has(one.check) ? one.severity : 'low',
    confidence: Math.round((one.confidence / 2) * 100) / 100,
    swc: null,
    cwe: null,
    file: one.file,
    line_start: one.line_start,
    line_end: one.line_end,
    where: one.file,
    evidence: one.evidence,
    snippet: lines
      .slice(one.line_start - 1, Math.min(one.line_end, one.line_start + 5))
      .map((line) => line.slice(0, 160))
      .join('\n')
      .slice(0, 800)
      .toWellFormed(),
    why: `${seeName} why it matters.`,
    exploit: `${seeName} how it is used.`,
    fix: `${seeName} how it is mended.`,
    found_by: [name],
  }
}
