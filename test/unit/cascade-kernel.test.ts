// The kernel's file: compiled once, anew when a source changes, and what is said where it cannot be compiled.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { kernelFile } from '../../processors/services/cascade/engine/kernel-file.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
const home = 'processors/services/cascade'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const path of ['package.json', `${home}/kernel`, `${home}/index/codes.ts`, `${home}/model/rules.ts`]) {
    cpSync(join(project, path), join(root, path), { recursive: true })
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
})

test('is compiled once, and anew when a source changes', () => {
  const first = kernelFile(root)
  const made = statSync(first).mtimeMs
  expect(kernelFile(root)).toBe(first)
  expect(statSync(first).mtimeMs).toBe(made)
  appendFileSync(join(root, home, 'kernel/rows.ts'), '// another word\n')
  const second = kernelFile(root)
  expect(second).not.toBe(first)
  expect(existsSync(second)).toBe(true)
  expect(readdirSync(join(root, '.cache/cascade-kernel'))).toHaveLength(2)
})

test('a source that does not compile is told with its place, and leaves nothing behind', () => {
  writeFileSync(join(root, home, 'kernel/rows.ts'), 'export function stepRows(run: Run): void {}\n')
  expect(() => kernelFile(root)).toThrow(/Cannot find name 'Run'[\s\S]*rows\.ts[\s\S]*npm run kernel/)
  expect(readdirSync(join(root, '.cache/cascade-kernel'))).toEqual([])
})

test('without its compiler and uncompiled, what to do is said', () => {
  rmSync(join(root, 'node_modules'))
  mkdirSync(join(root, 'node_modules'))
  expect(() => kernelFile(root)).toThrow(/Cannot find module[\s\S]*npm run kernel/)
})
