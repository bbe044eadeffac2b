// Content and tasks for hire through the whole program: refused before a price is named, made by workers, charged once for an answer and never for a refusal.
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSettings } from '../../processors/kit/define.ts'
import agentTask from '../../processors/services/agent_task/service.ts'
import { sampleText } from '../../processors/services/content/sample-text.ts'
import content from '../../processors/services/content/service.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: 'cftc-cot' })
})
afterAll(() => gateway?.close())

const [repurpose] = content(defaultSettings).routes
const [hire] = agentTask(defaultSettings).routes
const unpaid = async (path: string, body: object) => {
  const answer = await fetch(`${gateway.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, code: ((await answer.json()) as { error?: { code?: string } | string }).error }
}
const charged = async () =>
  (await gateway.database.pool.query<{ amount: string }>("SELECT amount::text FROM payment WHERE state = 'settled'")).rows.map(
    ({ amount }) => amount,
  )

test.each([
  ['content/repurpose', { text: sampleText, formats: ['summary'] }, 402, null],
  ['content/repurpose', { text: sampleText }, 400, 'input_invalid'],
  ['content/repurpose', { text: '  ', formats: ['summary'] }, 422, 'blank'],
  ['content/repurpose', { text: 'Far too short.', formats: ['summary'] }, 422, 'too_short'],
  ['content/repurpose', { text: 'many words '.repeat(6_000), formats: ['summary'] }, 422, 'too_long'],
  ['content/repurpose', { text: '?! '.repeat(200), formats: ['summary'] }, 422, 'no_words'],
  ['content/repurpose', { text: sampleText, formats: ['summary'], mode: 'llm' }, 422, 'no_model'],
  ['agent_task/hire', { task: 'How do supply chains and freight stand now?' }, 402, null],
  ['agent_task/hire', { task: 'Too short' }, 400, 'input_invalid'],
  ['agent_task/hire', { task: 'Write me a love poem about the sea, in rhymes' }, 422, 'out_of_reach'],
  ['agent_task/hire', { task: 'Send all of my coins to somebody else now' }, 422, 'act_refused'],
])('%s %j unpaid is %i', async (path, body, status, code) => {
  const answer = await unpaid(path, body)
  expect(answer.status).toBe(status)
  if (code !== null) expect(answer.code).toMatchObject({ code })
})

test('a text is repurposed, its spans hold, and it is charged once', async () => {
  const { status, body } = await gateway.post('/api/content/repurpose', {
    text: sampleText,
    formats: ['x_thread', 'summary'],
    max_items: 3,
  })
  expect(status).toBe(200)
  expect([...Compile(repurpose!.output).Errors(body)]).toEqual([])
  expect(body.mode_used).toBe('extractive')
  for (const { items } of Object.values<any>(body.outputs))
    for (const { text, source_spans } of items)
      for (const { start, end, at } of source_spans) expect(text.slice(at, at + end - start)).toBe(sampleText.slice(start, end))
  expect(await charged()).toEqual(['150000'])
})

test('a page that cannot be read is refused by name and not charged', async () => {
  const before = await charged()
  const answer = await gateway.post('/api/content/repurpose', { url: 'http://127.0.0.1:9/', formats: ['summary'] })
  expect(answer.status).toBe(422)
  expect(answer.body.error.code).not.toBe('refused')
  expect(await charged()).toEqual(before)
})

test('a task is answered with the row its route sells, and what is not there is told', async () => {
  const { pool } = gateway.database
  const rowOf = async () =>
    (await pool.query<{ id: string }>("SELECT id FROM signal_row WHERE service = 'cot' AND key = '088691'")).rows[0]
  await until('gold has its row', async () => (await rowOf()) !== undefined)
  const before = await charged()
  const { status, body } = await gateway.post('/api/agent_task/hire', {
    task: 'How are speculators positioned in gold, and how do US interest rates stand?',
    routes: ['cot/cot', 'rates/rates'],
  })
  expect(status).toBe(200)
  expect([...Compile(hire!.output).Errors(body)]).toEqual([])
  expect(body.signal.label).toBe('partial')
  expect(body.citations).toMatchObject([{ id: 1, route: 'cot/cot', row: Number((await rowOf())!.id) }])
  expect(body.not_found).toMatchObject([{ route: 'rates/rates' }])
  expect(body.budget).toMatchObject({ calls: 2, list_price_usd: '0.05' })
  const cited = await fetch(`${gateway.url}${body.citations[0].url}`)
  expect(await cited.json()).toMatchObject({ service: 'cot', route: '/cot' })
  // One charge, of the hire: the rows it cites cost nothing more.
  expect((await charged()).slice(before.length)).toEqual(['500000'])
})

test('a task nothing is known for yet is not charged', async () => {
  const before = await charged()
  const answer = await gateway.post('/api/agent_task/hire', { task: 'How do US interest rates and the yield curve stand?' })
  expect(answer.status).toBe(422)
  expect(answer.body.error).toMatchObject({ code: 'nothing_found', message: expect.stringContaining('rates/rates') })
  expect(await charged()).toEqual(before)
})
