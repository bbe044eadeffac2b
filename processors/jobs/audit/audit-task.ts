// One audit as a worker does it: files out of the bytes, findings out of the files, the answer's JSON text out of both.
import type { Done } from '../workers/tasks.ts'
import { answerOf } from './answer.ts'
import { engineFor } from './engines.ts'
import { type SourceFile, SourceRefusal, type Unread } from './finding.ts'
import { merged } from './merge.ts'
import { findingsOf } from './report.ts'
import { sourceFiles } from './source-files.ts'
import type { AuditInput } from './task-shape.ts'

export async function auditFiles(input: AuditInput, body: Buffer): Promise<Done<'audit'>> {
  try {
    const files = sourceFiles(body, input.form, input.language)
    const { analyse, rules, check } = await engineFor(input.language)
    const { readable, unread } = await readableOf(files, check)
    const analysis = await analyse(readable)
    const findings = merged(findingsOf(analysis, readable, rules), input.analysers, readable)
    const text = JSON.stringify(answerOf({ input, files: readable, unread, analysis, findings, rules }))
    return { output: { kind: 'audit', files: files.length, unread: unread.map(({ path }) => path) }, text }
  } catch (error) {
    if (!(error instanceof SourceRefusal)) throw error
    return { output: { kind: 'refused', code: error.code, message: error.message }, text: '' }
  }
}

/** One file of many that does not parse is named and left out; where none parses there is nothing to sell. */
async function readableOf(
  files: readonly SourceFile[],
  check: (file: SourceFile) => void | Promise<void>,
): Promise<{ readable: SourceFile[]; unread: Unread[] }> {
  const readable: SourceFile[] = []
  const unread: Unread[] = []
  let first: SourceRefusal | null = null
  for (const file of files)
    try {
      await check(file)
      readable.push(file)
    } catch (error) {
      if (!(error instanceof SourceRefusal)) throw error
      first ??= error
      unread.push({ path: file.path, reason: error.message })
    }
  if (readable.length === 0) throw first!
  return { readable, unread }
}
