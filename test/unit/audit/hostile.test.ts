// What strangers send to be audited: refused by name, counted before it is read, and never a crash.
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { auditFiles } from '../../../processors/jobs/audit/audit-task.ts'
import { parseFile } from '../../../processors/jobs/audit/solidity/parse.ts'
import { createProject } from '../../../processors/jobs/audit/solidity/project.ts'
import type { AuditInput } from '../../../processors/jobs/audit/task-shape.ts'

const asOf = '2026-11-10T00:00:00.000Z'
const input: AuditInput = { language: 'solidity', form: 'files', includeInfo: false, focus: [], asOf, analysers: [] }
const audit = (files: Record<string, string>, more: Partial<AuditInput> = {}) =>
  auditFiles({ ...input, ...more }, Buffer.from(JSON.stringify(files)))
const zip = (files: Record<string, Uint8Array>) => auditFiles({ ...input, form: 'archive' }, Buffer.from(zipSync(files)))
const bytes = (text: string) => new TextEncoder().encode(text)
const good = 'pragma solidity 0.8.24; contract Good { function end() external { selfdestruct(payable(msg.sender)); } }'

test.each([
  [
    'words that are no Solidity',
    'this is a letter to my aunt about the weather',
    'source_malformed',
    /^source\.sol:1:5: mismatched input 'is'/,
  ],
  [
    'a sign that is missing',
    'contract A {\n  modifier m() { if (msg.value > 0) throw; _}\n  uint a;\n}',
    'source_malformed',
    /^source\.sol:2:4\d: /,
  ],
  ['a contract that never ends', 'contract A { function f() public {', 'source_malformed', /source\.sol:1/],
  [
    'thousands of brackets',
    `contract A { function f() public { uint x = ${'('.repeat(5_000)}1${')'.repeat(5_000)}; } }`,
    'too_deep',
    /nested 5002 deep/,
  ],
  [
    'thousands of blocks',
    `contract A { function f() public { ${'{'.repeat(3_000)}${'}'.repeat(3_000)} } }`,
    'too_deep',
    /48 is the most/,
  ],
  ['only blanks', ' \n\t ', 'no_source', /no solidity source/],
])('%s is refused', async (_what, source, code, message) => {
  const { output, text } = await audit({ 'source.sol': source })
  expect(output).toMatchObject({ kind: 'refused', code, message: expect.stringMatching(message) })
  expect(text).toBe('')
})

test('brackets in strings and comments are no nesting', async () => {
  const { output } = await audit({
    'a.sol': `contract A { /* ${'('.repeat(500)} */ string s = "${'{'.repeat(500)}"; // ${'['.repeat(500)}\n }`,
  })
  expect(output).toMatchObject({ kind: 'audit' })
})

test('of several files one that does not parse is named, and the rest is judged', async () => {
  const { output, text } = await audit({ 'bad.sol': 'contract {', 'good.sol': good })
  expect(output).toEqual({ kind: 'audit', files: 2, unread: ['bad.sol'] })
  const answer = JSON.parse(text)
  expect(answer.signal.label).toBe('critical')
  expect(answer.not_examined[0]).toMatch(/^bad\.sol: bad\.sol:1/)
})

test('a path leads nowhere', async () => {
  const { text } = await audit({ '../../etc/pass<script>wd.sol': good })
  expect(JSON.parse(text).findings[0].file).toBe('etc/pass_script_wd.sol')
})

test('names that JavaScript knows are names like others', async () => {
  const source =
    'contract constructor { mapping(address => uint) __proto__; function toString() public { hasOwnProperty(); __proto__[msg.sender] = 1; } function hasOwnProperty() internal {} }'
  expect((await audit({ 'a.sol': source })).output).toMatchObject({ kind: 'audit' })
})

test('functions that call each other in every way end', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `f${i}`)
  const body = names.map((name) => `function ${name}() public { ${names.map((other) => `${other}();`).join(' ')} }`).join('\n')
  const { output, text } = await audit({ 'a.sol': `pragma solidity 0.8.24; contract A { ${body} }` })
  expect(output.kind).toBe('audit')
  expect(JSON.parse(text).not_examined.join()).toContain('beyond 20000 steps')
})

test('of a repository only its own source is read, tests and dependencies are not', async () => {
  const { output, text } = await zip({
    'repo-main/src/Good.sol': bytes(good),
    'repo-main/lib/oz/Bad.sol': bytes(good.replace('Good', 'Bad')),
    'repo-main/test/Good.t.sol': bytes(good.replace('Good', 'GoodTest')),
    'repo-main/README.md': bytes('# words'),
  })
  expect(output).toEqual({ kind: 'audit', files: 1, unread: [] })
  expect(JSON.parse(text).findings[0].file).toBe('src/Good.sol')
})

test.each([
  ['a bomb', () => zip({ 'r/Bomb.sol': new Uint8Array(50_000_000) }), 'too_large'],
  [
    'a thousand files',
    () => zip(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`r/F${i}.sol`, bytes(good)]))),
    'too_many_files',
  ],
  ['no archive at all', () => auditFiles({ ...input, form: 'archive' }, Buffer.from('PK but nothing else')), 'archive_damaged'],
  ['a repository without contracts', () => zip({ 'r/README.md': bytes('# words') }), 'no_source'],
  [
    'an explorer that says something else',
    () => auditFiles({ ...input, form: 'sourcify' }, Buffer.from('<html>')),
    'source_unreadable',
  ],
  ['a contract without sources', () => auditFiles({ ...input, form: 'sourcify' }, Buffer.from('{"sources":null}')), 'no_source'],
])('%s is refused', async (_what, ask, code) => {
  expect((await ask()).output).toMatchObject({ kind: 'refused', code })
})

test('verified source is judged as if it was sent', async () => {
  const answer = { sources: { 'contracts/Good.sol': { content: good } }, compilation: { name: 'Good' } }
  const { text } = await auditFiles({ ...input, form: 'sourcify' }, Buffer.from(JSON.stringify(answer)))
  expect(JSON.parse(text).findings[0]).toMatchObject({
    detector: 'unprotected-selfdestruct',
    file: 'contracts/Good.sol',
    severity: 'critical',
  })
})

test('a focus leaves other categories out of findings and score; info comes where asked for', async () => {
  const source = good.replace('0.8.24', '^0.8.0')
  const parse = async (more: Partial<AuditInput>) => JSON.parse((await audit({ 'a.sol': source }, more)).text)
  expect((await parse({ focus: ['reentrancy'] })).signal).toMatchObject({ label: 'pass', score: 100 })
  expect((await parse({})).findings.map((one: { detector: string }) => one.detector)).toEqual(['unprotected-selfdestruct'])
  expect((await parse({ includeInfo: true })).findings).toHaveLength(2)
  // One critical finding of confidence 0.85: 100 - 40 * 0.85 = 66, capped at 30.
  expect((await parse({})).signal.score).toBe(30)
})

test('diamonds of inheritance without end are followed for three hundred contracts each', () => {
  const levels = Array.from(
    { length: 400 },
    (_, at) => `contract L${at} is B${at} {} contract R${at} is B${at} {} contract B${at + 1} is L${at}, R${at} {}`,
  )
  const { contracts } = createProject([parseFile({ path: 'a.sol', text: `contract B0 {}\n${levels.join('\n')}` })])
  const last = contracts.find(({ name }) => name === 'B400')!
  expect(last.line.length).toBe(300)
  expect(last.missing.length).toBeGreaterThan(0)
})
