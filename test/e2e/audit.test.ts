// Audits through the whole program: asked and paid over HTTP, made by a worker, charged only for an answer.
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import solidity from '../../processors/services/audit_a/service.ts'
import move from '../../processors/services/audit_c/service.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: 'nyfed-rates' })
})
afterAll(() => gateway?.close())

const [route] = solidity.routes
const source = (route!.example.input as { source: string }).source
const ask = (body: unknown) => gateway.post('/api/audit_a/audit', body)
const unpaid = (body: object) =>
  fetch(`${gateway.url}/api/audit_a/audit`, {
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
    formula: 'audit_a/1',
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
