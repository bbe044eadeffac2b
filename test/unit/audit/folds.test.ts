// The folds that the benchmark of audits prints: every file is in one of four, and all of them together are the whole.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Label, parts, scoreFiles, together } from '../../bench/support/audit-score.ts'

const folds = ['fold 1', 'fold 2', 'fold 3', 'fold 4']
const files = Array.from({ length: 40 }, (_, index) => `file-${index}.rs`)

test('a file is in one fold and in one half', () => {
  for (const file of files) {
    expect(folds.filter((name) => parts[name]!(file))).toHaveLength(1)
    expect(['develop', 'judge'].filter((name) => parts[name]!(file))).toHaveLength(1)
  }
  expect(new Set(files.map((file) => folds.find((name) => parts[name]!(file)))).size).toBe(4)
})

test('four folds together are the whole, and one check counts under both its names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'folds-'))
  try {
    for (const file of files) writeFileSync(join(folder, file), 'fn f() {}\n')
    const labels: Label[] = files.map((file) => ({
      language: 'rust',
      file,
      from: 1,
      to: 1,
      class: 'account_data_matching',
      kind: 'vulnerable',
    }))
    const says = (detector: string) => ({
      name: 'one',
      look: async (file: string) =>
        file.endsWith('0.rs')
          ? []
          : [
              {
                detector,
                category: 'access_control',
                severity: 'high' as const,
                confidence: 0.5,
                spans: [[1, 1] as const],
                evidence: '',
              },
            ],
    })
    const scored = async (detector: string) => {
      const each = []
      for (const name of folds) each.push(await scoreFiles({ folder, labels, isPart: parts[name]!, analyser: says(detector) }))
      return together(each)
    }
    expect(await scored('authority-not-asked')).toMatchObject({ files: 40, labels: 40, found: 36, said: 36, right: 36 })
    expect(await scored('one-step-authority')).toMatchObject({ labels: 40, found: 0, said: 36, right: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
