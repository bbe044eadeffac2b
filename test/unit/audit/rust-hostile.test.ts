// What strangers send to be audited as Rust: refused by name, within the time of a worker, and never a crash.
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { auditFiles } from '../../../processors/jobs/audit/audit-task.ts'
import type { AuditInput } from '../../../processors/jobs/audit/task-shape.ts'
import { twins } from '../../support/rust-twins.ts'

const input: AuditInput = {
  language: 'rust',
  form: 'files',
  includeInfo: false,
  focus: [],
  asOf: '2026-11-10T00:00:00.000Z',
  analysers: [],
}
const audit = (files: Record<string, string>) => auditFiles(input, Buffer.from(JSON.stringify(files)))
const program = twins[0]!.broken

test.each([
  [
    'words that are no Rust',
    'this is a letter to my aunt about the weather',
    'source_malformed',
    /^lib\.rs:1: does not parse as Rust/,
  ],
  [
    'Solidity',
    'pragma solidity 0.8.24; contract A { function f() public { uint x = 1; } }',
    'source_malformed',
    /does not parse/,
  ],
  ['a function that never ends', 'pub fn f(ctx: Context<A>) {\n a(', 'source_malformed', /lib\.rs:2: \( is never closed/],
  [
    'thousands of brackets',
    `fn f() { let x = ${'('.repeat(5_000)}1${')'.repeat(5_000)}; }`,
    'too_deep',
    /lib\.rs:1 is nested 5001 deep; 150 is the most/,
  ],
  ['thousands of blocks', `fn f() { ${'{'.repeat(3_000)}${'}'.repeat(3_000)} }`, 'too_deep', /150/],
  ['a sum without end', `fn f() { let x = 1${' + 1'.repeat(90_000)}; }`, 'too_deep', /400/],
  ['types within types', `struct A { a: ${'Vec<'.repeat(2_000)}u8${'>'.repeat(2_000)} }`, 'too_deep', /400/],
  ['a line of 390 kB without sense', '}{)(;'.repeat(78_000), 'source_malformed', /lib\.rs:1: } closes nothing/],
  ['Rust without a program', 'pub fn add(a: u64, b: u64) -> u64 { a + b }', 'no_program', /no instruction of a Solana program/],
  ['only blanks', ' \n\t ', 'no_source', /no rust source/],
])('%s is refused', async (_what, source, code, message) => {
  const { output, text } = await audit({ 'lib.rs': source })
  expect(output).toMatchObject({ kind: 'refused', code, message: expect.stringMatching(message) })
  expect(text).toBe('')
})

test('of several files one that does not parse is named, and the rest is judged', async () => {
  const { output, text } = await audit({ 'bad.rs': 'fn f( {', 'good.rs': program })
  expect(output).toEqual({ kind: 'audit', files: 2, unread: ['bad.rs'] })
  expect(JSON.parse(text).signal.label).toBe('major_issues')
})

test('one line beyond the grammar is named and skipped, the rest of the file is judged', async () => {
  const { text } = await audit({ 'lib.rs': `${program}\n${'// words\n'.repeat(60)}fn odd() { let @ = 1; }\n` })
  const answer = JSON.parse(text)
  expect(answer.findings[0]).toMatchObject({ detector: 'missing-signer', cwe: 'CWE-862' })
  expect(answer.not_examined[0]).toMatch(/^lib\.rs:\d+ is beyond the grammar/)
})

test('brackets in strings, comments and characters are no nesting', async () => {
  const text = `${program}\n// ${'('.repeat(900)}\n/* ${'{'.repeat(900)} */ const A: &str = r#"${'['.repeat(900)}"#; const B: char = '"';`
  expect((await audit({ 'lib.rs': text })).output).toMatchObject({ kind: 'audit' })
})

test('names that JavaScript knows are names like others', async () => {
  const text = program.replaceAll('log', 'constructor').replaceAll('Log', '__proto__').replaceAll('authority', 'hasOwnProperty')
  expect((await audit({ 'toString.rs': text })).output).toMatchObject({ kind: 'audit' })
})

test('a path leads nowhere', async () => {
  const { text } = await audit({ '../../etc/pass<script>wd.rs': program })
  expect(JSON.parse(text).findings[0].file).toBe('etc/pass_script_wd.rs')
})

test('functions that call each other in every way end, and what was cut is named', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `f${i}`)
  const body = names.map((name) => `fn ${name}(a: &AccountInfo) { ${names.map((other) => `${other}(a);`).join(' ')} }`).join('\n')
  const entry =
    'pub fn process(id: &Pubkey, accounts: &[AccountInfo]) { let a = next_account_info(&mut accounts.iter())?; f0(a); }'
  const { output, text } = await audit({ 'lib.rs': `${entry}\n${body}` })
  expect(output.kind).toBe('audit')
  expect(JSON.parse(text).not_examined.join()).toContain('beyond 200000 steps')
})

test('accounts that hold each other end', async () => {
  const text = `#[program] pub mod m { pub fn f(ctx: Context<A>) -> Result<()> { Ok(()) } }
#[derive(Accounts)] pub struct A<'info> { pub b: B<'info> }
#[derive(Accounts)] pub struct B<'info> { pub a: A<'info>, pub c: B<'info> }`
  expect((await audit({ 'lib.rs': text })).output).toMatchObject({ kind: 'audit' })
})

test('of a repository what runs on chain is read, not tests, clients and build scripts', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const zip = zipSync({
    'repo-main/programs/shop/src/lib.rs': bytes(program),
    'repo-main/programs/shop/build.rs': bytes('fn main( {'),
    'repo-main/tests/a.rs': bytes('fn a( {'),
    'repo-main/cli/src/main.rs': bytes('fn main( {'),
    'repo-main/clients/rust/src/lib.rs': bytes('fn a( {'),
  })
  const { output, text } = await auditFiles({ ...input, form: 'archive' }, Buffer.from(zip))
  expect(output).toEqual({ kind: 'audit', files: 1, unread: [] })
  expect(JSON.parse(text).findings[0].file).toBe('programs/shop/src/lib.rs')
})

test('400 kB of programs are judged in less than the 20 s that are promised', async () => {
  const one = twins.map(({ broken }) => broken)
  const files: Record<string, string> = {}
  let size = 0
  for (let i = 0; i < 60; i++) {
    const text = one.slice(i % 4, (i % 4) + 8).join('\n')
    if (size + text.length > 395_000) break
    size += text.length
    files[`p${i}/src/lib.rs`] = text
  }
  const from = performance.now()
  const { output } = await audit(files)
  expect(output.kind).toBe('audit')
  expect(performance.now() - from).toBeLessThan(20_000)
})
