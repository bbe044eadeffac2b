// The kernel: records written in the order in which it reads them; compiled once, anew when a source changes; what is said if it cannot be.

// @module-tag slow
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createArena } from '../../../processors/services/cascade/engine/arena.ts'
import { kernelFile } from '../../../processors/services/cascade/engine/kernel-file.ts'
import * as kinds from '../../../processors/services/cascade/engine/kinds.ts'
import { layOutRun } from '../../../processors/services/cascade/engine/layout.ts'
import { buildIndex } from '../../../processors/services/cascade/index/build.ts'
import { generateBook } from '../../support/cascade/book-generator.ts'
import { bookOf } from '../../support/cascade/indexed.ts'

const project = fileURLToPath(new URL('../../../', import.meta.url))
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

test('every record is written field for field as the kernel reads it', () => {
  // What there are many of lies in arrays of its own.
  const sources = readdirSync(join(project, home, 'kernel'))
    .filter((name) => !['items.ts', 'kinds.ts'].includes(name))
    .map((name) => readFileSync(join(project, home, 'kernel', name), 'utf8'))
  const classes = sources
    .flatMap((source) => [...source.matchAll(/^export class \w+ \{\n([\s\S]*?)\n\}/gm)])
    .map(([, body]) => [...body!.matchAll(/^ {2}(\w+): \w+$/gm)].map(([, field]) => field))
    .filter((fields) => fields.length > 0)
  const arena = createArena(null)
  const written: string[][] = []
  const record: typeof arena.record = (fields) => {
    written.push(Object.keys(fields))
    return arena.record(fields)
  }
  const { state, positions, ethFamily } = generateBook({ seed: 1, positions: 10, depthUsd: 1e9 })
  layOutRun({ ...arena, record }, buildIndex(bookOf(positions).view(), state, ethFamily))
  const names = (lists: readonly (readonly unknown[])[]) => [...new Set(lists.map((fields) => fields.join()))].sort()
  expect(names(written)).toEqual(names(classes))
})

test('a kind of leg is written where the kernel reads it', () => {
  const source = readFileSync(join(project, home, 'kernel/kinds.ts'), 'utf8')
  const bytes = { f64: 8, i32: 4, u16: 2 } as Record<string, number>
  let at = 0
  const read = new Map<string, number>()
  for (const [, field, type] of source.matchAll(/^ {2}(\w+): (f64|i32|u16)$/gm)) {
    read.set(field!, at / 8)
    at += bytes[type!]!
  }
  const { perKind, flags, layOutKinds: _, ...places } = kinds
  expect(at / 8).toBe(perKind)
  expect([read.get('restPositions'), read.get('canRest'), read.get('isSteadyDebt')]).toEqual([flags, flags + 0.5, flags + 0.75])
  for (const [field, place] of Object.entries(places)) expect([field, read.get(field)]).toEqual([field, place])
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
