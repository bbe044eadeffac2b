// Audits through the whole program: asked and paid over HTTP, made by a worker, charged only for an answer.
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { engineVersion } from '../../processors/jobs/audit/keys.ts'
import solidity from '../../processors/services/audit_a/service.ts'
import solana from '../../processors/services/audit_b/service.ts'
import move from '../../processors/services/audit_c/service.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: 'nyfed-rates' })
})
afterAll(() => gateway?.close())

const [route] = solidity.routes
const source = (route!.example.input as { source: string }).source
const ask = (body: unknown, label = 'audit_a') => gateway.post(`/api/${label}/audit`, body)
const unpaid = (body: object, label = 'audit_a') =>
  fetch(`${gateway.url}/api/${label}/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const charged = async () =>
  Number((await gateway.database.pool.query("SELECT count(*) FROM payment WHERE state = 'settled'")).rows[0].count)

test('shows its price before anything is done, after looking at the input', async () => {
  expect((await unpaid({ source })).status).toBe(402)
  expect((await unpaid({})).status).toBe(400)
  expect((await unpaid({ source, github_url: 'https://github.com/a/b' })).status).toBe(400)
  expect((await unpaid({ github_url: 'https://github.com.evil.example/a/b' })).status).toBe(400)
  expect((await unpaid({ files: { 'a.sol': ' '.repeat(30) } })).status).toBe(422)
})

test('the example is judged: its withdrawal pays before it writes', async () => {
  const { status, body } = await ask({ source })
  expect(status).toBe(200)
  expect([...Compile(route!.output).Errors(body)]).toEqual([])
  expect(body.signal).toMatchObject({ label: 'major_issues', score_range: [0, 100] })
  expect(body.findings[0]).toMatchObject({
    detector: 'reentrancy-value',
    severity: 'high',
    line_start: 12,
    swc: 'SWC-107',
    where: 'Piggy.take',
  })
  expect(body.meta).toMatchObject({
    formula: `audit_a/${engineVersion}`,
    disclaimer: expect.stringContaining('no proof of safety'),
    coverage: { inputs_used: 1 },
  })
  expect(body.engine.measured.labels).toBeGreaterThan(0)
  expect(await charged()).toBe(1)
  const again = await ask({ files: { 'source.sol': source } })
  expect(again.body.meta.provenance.row).toBe(body.meta.provenance.row)
})

test('Move is judged on a route of its own, and an address without source is told what to send', async () => {
  const before = await charged()
  const refused = await gateway.post('/api/audit_c/audit', { address: '0x2' })
  expect([refused.status, refused.body.error.code]).toEqual([422, 'no_source'])
  expect(await charged()).toBe(before)
  const [sold] = move.routes
  const { status, body } = await gateway.post('/api/audit_c/audit', sold!.example.input)
  expect(status).toBe(200)
  expect([...Compile(sold!.output).Errors(body)]).toEqual([])
  expect(body.findings[0]).toMatchObject({ detector: 'open-withdrawal', severity: 'high', line_start: 21, where: 'bank::take' })
  expect(await charged()).toBe(before + 1)
})

test.each([
  ['words that are no Solidity', { source: 'this is a letter to my aunt about the weather' }, 'source_malformed'],
  ['brackets without end', { source: `contract A { uint x = ${'('.repeat(200_000)}; }` }, 'too_deep'],
])('%s are refused and not charged', async (_what, body, code) => {
  const before = await charged()
  const answer = await ask(body)
  expect(answer.body.error).toMatchObject({ code })
  expect(answer.status).toBe(422)
  expect(await charged()).toBe(before)
})

test('audit_b: the example is judged, whose owner only signs', async () => {
  const [sold] = solana.routes
  const { status, body } = await ask(sold!.example.input, 'audit_b')
  expect(status).toBe(200)
  expect([...Compile(sold!.output).Errors(body)]).toEqual([])
  expect(body.signal).toMatchObject({ label: 'major_issues' })
  expect(body.findings[0]).toMatchObject({
    detector: 'account-mismatch',
    severity: 'high',
    line_start: 8,
    cwe: 'CWE-639',
    where: 'piggy::set_limit',
  })
  expect(body.engine).toMatchObject({ language: 'rust', measured: { labels: 97 } })
})

test('audit_b: an address is refused before anything is paid, and told what to send', async () => {
  const answer = await unpaid({ address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }, 'audit_b')
  expect(answer.status).toBe(422)
  expect(JSON.stringify(await answer.json())).toMatch(/compiled code and no source.*github_url/)
})

test('audit_b: Rust that is no program is refused and not charged', async () => {
  const before = await charged()
  const { status, body } = await ask({ source: 'pub fn add(a: u64, b: u64) -> u64 { a + b }' }, 'audit_b')
  expect([status, body.error.code]).toEqual([422, 'no_program'])
  expect(await charged()).toBe(before)
})
