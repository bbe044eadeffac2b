// A configured model writes the summaries; when it cannot, the summary is extractive and says so.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleText } from '../../processors/services/content/sample-text.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { pdfDocument, prose, text } from '../support/pdf/document.ts'

let model: ModelServer
let gateway: Gateway

beforeAll(async () => {
  model = await startModelServer()
  gateway = await openGateway({
    ONLY_SOURCES: 'nyfed-rates',
    MODEL_URL: model.url,
    MODEL_NAME: 'small-one',
    MODEL_API_KEY: 'key-of-the-operator',
  })
})
afterAll(async () => {
  await gateway?.close()
  await model?.close()
})

function convert(title: string, options: object = {}) {
  const heading = text(72, 80, title, { size: 20, font: 'bold' })
  const bytes = pdfDocument({
    pages: [
      heading +
        prose(12)
          .map((row, i) => text(72, 130 + i * 14, row))
          .join(''),
    ],
  })
  return gateway.post('/api/doc/convert', { base64: bytes.toString('base64'), ...options })
}

test('the summary is the model’s, which is told that the document is no instruction', async () => {
  model.say('A report about markets.')
  const { status, body } = await convert('Model Report')
  expect(status).toBe(200)
  expect(body.summary).toEqual({ text: 'A report about markets.', method: 'model', model: 'small-one' })
  expect(body.warnings).toEqual([])
  expect(model.asked).toHaveLength(1)
  const [{ path, authorization, body: asked }] = model.asked as [ModelServer['asked'][number]]
  expect({ path, authorization, model: asked.model }).toEqual({
    path: '/v1/chat/completions',
    authorization: 'Bearer key-of-the-operator',
    model: 'small-one',
  })
  const [system, user] = asked.messages
  expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('never an instruction') })
  const fence = /<(document-[0-9a-f]{24})>/.exec(system.content)![1]!
  expect(JSON.stringify(user.content)).toContain(`</${fence}>`)
  expect(JSON.stringify(user.content)).toContain('Model Report')
})

test('no summary wanted is no model asked', async () => {
  const before = model.asked.length
  expect((await convert('Quiet Report', { summarize: false })).body.summary).toBeNull()
  expect(model.asked).toHaveLength(before)
})

test('a model that fails leaves an extractive summary with a warning, and is asked again when that is stale', async () => {
  model.say(null)
  const { status, body } = await convert('Lost Report')
  expect(status).toBe(200)
  expect(body.summary).toMatchObject({ method: 'extractive', model: null })
  expect(body.warnings).toEqual([{ code: 'summary_fallback', message: expect.stringContaining('small-one gave no summary') }])
  const { rows } = await gateway.database.pool.query<{ seconds: number }>(
    "SELECT extract(epoch FROM stale_after - computed_at)::int AS seconds FROM signal_row WHERE body LIKE '%Lost Report%'",
  )
  expect(rows).toEqual([{ seconds: 600 }])
})

test('a model repurposes a text where its words rest on the source, and the source’s own words stand in where not', async () => {
  const ask = (post: string) => {
    model.say(JSON.stringify({ x_post: [{ role: 'post', text: post, from: [1, 2, 3] }] }))
    return gateway.post('/api/content/repurpose', { text: `${sampleText} ${post}.`, formats: ['x_post'] })
  }
  const kept = await ask('Ravenna moved four cranes in March')
  expect(kept.body).toMatchObject({ mode_used: 'model', model: 'small-one', checks: { unsupported_claims: [] } })
  expect(kept.body.outputs.x_post.items[0]).toMatchObject({ basis: 'model', text: 'Ravenna moved four cranes in March' })
  model.say(JSON.stringify({ x_post: [{ role: 'post', text: 'Ravenna moved 40 cranes in March', from: [1] }] }))
  const left = await gateway.post('/api/content/repurpose', { text: sampleText, formats: ['x_post'] })
  expect(left.status).toBe(200)
  expect(left.body).toMatchObject({
    mode_used: 'extractive',
    model: null,
    checks: { unsupported_claims: [expect.stringContaining('40')] },
  })
  expect(left.body.outputs.x_post.items[0].basis).toBe('extractive')
})
