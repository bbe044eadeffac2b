// What strangers send as Move: refused by name with its place, or judged in bounded time, and never a crash.

// @module-tag slow
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { auditFiles } from '../../../processors/jobs/audit/audit-task.ts'
import type { AuditInput } from '../../../processors/jobs/audit/task-shape.ts'
import { expectLinear } from '../../support/doubling.ts'

const input: AuditInput = {
  language: 'move',
  form: 'files',
  includeInfo: false,
  focus: [],
  asOf: '2026-11-10T00:00:00.000Z',
  analysers: [],
}
const audit = (files: Record<string, string>) => auditFiles(input, Buffer.from(JSON.stringify(files)))
const inBody = (body: string) => `module a::m { fun f(): u64 { ${body} } }`
const good = 'module a::good { public fun spin() { loop { let i = 0; i = i + 1 } } }'

test.each([
  [
    'words that are no Move',
    'this is a letter to my aunt about the weather',
    'source_malformed',
    /^s\.move:1: expected a module, found this/,
  ],
  ['Solidity', 'pragma solidity 0.8.24; contract A {}', 'source_malformed', /^s\.move:1/],
  ['a module that never ends', 'module a::m {\n fun f() {', 'source_malformed', /^s\.move:2: expected/],
  ['a string without an end', inBody('b"abc'), 'source_malformed', /a string without an end/],
  ['a comment without an end', 'module a::m { /* /* */', 'source_malformed', /a comment without an end/],
  ['letters that Move does not know', inBody('µ'), 'source_malformed', /does not know: "µ"/],
  [
    'thousands of brackets',
    inBody(`${'('.repeat(5_000)}1${')'.repeat(5_000)}`),
    'too_deep',
    /s\.move:1 is nested deeper than 160/,
  ],
  ['thousands of blocks', inBody(`${'{'.repeat(5_000)}${'}'.repeat(5_000)}`), 'too_deep', /nested deeper/],
  ['thousands of signs', inBody(`${'!'.repeat(100_000)}true`), 'too_deep', /nested deeper/],
  [
    'thousands of types',
    `module a::m { struct S { x: ${'vector<'.repeat(5_000)}u8${'>'.repeat(5_000)} } }`,
    'too_deep',
    /nested deeper/,
  ],
  ['thousands of functions in functions', inBody(`${'|x| '.repeat(20_000)}1`), 'too_deep', /nested deeper/],
  ['thousands of ifs', inBody(`${'if (a) b else '.repeat(20_000)}1`), 'too_deep', /nested deeper/],
  ['thousands of patterns', inBody(`let ${'('.repeat(5_000)}x${')'.repeat(5_000)} = 1;`), 'too_deep', /nested deeper/],
  ['a sum without an end', inBody(`1${' + 1'.repeat(90_000)}`), 'too_deep', /chains more than 1000 parts/],
  ['members without an end', inBody(`a${'.b'.repeat(100_000)}`), 'too_deep', /chains more than 1000 parts/],
  ['casts without an end', inBody(`a${' as u8'.repeat(50_000)}`), 'too_deep', /chains more than 1000 parts/],
  ['only blanks', ' \n\t ', 'no_source', /no move source/],
])('%s is refused', async (_what, source, code, message) => {
  const { output, text } = await audit({ 's.move': source })
  expect(output).toMatchObject({ kind: 'refused', code, message: expect.stringMatching(message) })
  expect(text).toBe('')
})

test('brackets in strings and comments are no nesting, and comments nest', async () => {
  const { output } = await audit({
    'a.move': `module a::m { /* ${'('.repeat(500)} /* } */ */ const S: vector<u8> = b"${'{'.repeat(500)}\\""; // ${'['.repeat(500)}\n }`,
  })
  expect(output).toMatchObject({ kind: 'audit' })
})

test('a type may stand apart from its arguments, and a number before a comparison has none', async () => {
  const source =
    'module a::m { struct S<T> { t: T } fun f(s: vector <u8>, t: &mut S <vector <u8>>): bool { let x: vector <u64> = g(); (1 as u64) < 2 && 1 as u64 < 2 } fun g(): vector <u64> { vector[] } }'
  expect((await audit({ 'a.move': source })).output).toMatchObject({ kind: 'audit' })
})

test('names that JavaScript knows are names like others', async () => {
  const source =
    'module a::constructor { struct __proto__ has key { toString: u64, constructor: u64 } fun hasOwnProperty(__proto__: &mut __proto__): u64 { __proto__.constructor = valueOf(); __proto__.toString } fun valueOf(): u64 { hasOwnProperty() } }'
  expect((await audit({ 'a.move': source })).output).toMatchObject({ kind: 'audit' })
})

test('functions that call each other in every way end, and what was cut is named', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `f${i}`)
  const body = names.map((name) => `public fun ${name}() { ${names.map((other) => `${other}();`).join(' ')} }`).join('\n')
  const { output, text } = await audit({ 'a.move': `module a::m { ${body} }` })
  expect(output.kind).toBe('audit')
  expect(JSON.parse(text).not_examined.join()).toContain('beyond 20000 steps')
})

test.each([
  ['fees', 'let fee1 = a * b / 1000;'],
  ['remainders', 'a % b;'],
  ['casts', '(a as u8);'],
  ['shifts and comparisons', 'let _ = a << 7; let _ = a < b;'],
  ['loops', 'while (a<b) { let n = l.length(); };'],
  ['values taken and put back', 'let c=split(&mut a.b,1); join(&mut a.b,c);'],
  ['calls of itself', 'draw_fee(a, b);'],
])('thousands of %s in one function are judged in time that grows with them', async (_what, part) => {
  const source = (count: number) => `module a::m { public fun draw_fee(a: u64, b: u64): u64 { ${part.repeat(count)} a } }`
  const judge = async (text: string) => expect((await audit({ 'a.move': text })).output).toMatchObject({ kind: 'audit' })
  await expectLinear(4_000, source, judge)
})

test('a line of a megabyte less a little is read', async () => {
  const source = `module a::m { fun f() { ${'g(1);'.repeat(70_000)} } fun g(x: u64) {} }`
  expect((await audit({ 'a.move': source })).output).toMatchObject({ kind: 'audit' })
})

test('of several files one that does not parse is named, a path leads nowhere, and the rest is judged', async () => {
  const { output, text } = await audit({ 'bad.move': 'module {', '../../etc/pass<script>wd.move': good })
  expect(output).toEqual({ kind: 'audit', files: 2, unread: ['bad.move'] })
  const answer = JSON.parse(text)
  expect(answer.findings[0]).toMatchObject({ detector: 'endless-loop', file: 'etc/pass_script_wd.move' })
  expect(answer.not_examined[0]).toMatch(/^bad\.move: bad\.move:1/)
  expect(answer.engine).toMatchObject({ language: 'move', model: null })
})

test('of a repository only its own Move is read, tests and builds are not', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const archive = zipSync({
    'repo-main/sources/good.move': bytes(good),
    'repo-main/build/good/sources/good.move': bytes(good),
    'repo-main/tests/good_tests.move': bytes(good),
    'repo-main/Move.toml': bytes('[package]'),
  })
  const { output, text } = await auditFiles({ ...input, form: 'archive' }, Buffer.from(archive))
  expect(output).toEqual({ kind: 'audit', files: 1, unread: [] })
  expect(JSON.parse(text).findings[0].file).toBe('sources/good.move')
})
