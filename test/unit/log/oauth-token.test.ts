// Tokens for Kafka from endpoints that answer well, badly, endlessly, or send the secret elsewhere.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createTokenSource } from '../../../db/log/kafka/oauth-token.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

async function endpoint(answer: Answer) {
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    request.resume().on('end', () => answer(response, request))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((stopped) => server.close(stopped))
  })
  let now = 0
  const pass = (seconds: number) => {
    now += seconds * 1_000
  }
  const tokenUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
  const source = createTokenSource({ tokenUrl, clientId: 'me', clientSecret: 'hunter22', scope: '' }, () => now)
  return { source, tokenUrl, asked: () => asked, pass }
}

const json =
  (document: unknown): Answer =>
  (response) =>
    void response.end(JSON.stringify(document))

test('many connections at once ask once, and again when most of its life is over', async () => {
  let n = 0
  const { source, asked, pass } = await endpoint((response) => response.end(`{"access_token":"t${++n}","expires_in":100}`))
  expect(await Promise.all([source(), source(), source()])).toEqual(['t1', 't1', 't1'])
  pass(79)
  expect(await source()).toBe('t1')
  pass(2)
  expect(await source()).toBe('t2')
  expect(asked()).toBe(2)
})

test.each([
  ['no life', {}, 240],
  ['one of no number', { expires_in: 'soon' }, 240],
  ['one that is over', { expires_in: -5 }, 240],
  ['a hundred years', { expires_in: 3e9 }, 69_120],
])('a token with %s is asked for anew in time', async (_, more, keptSeconds) => {
  const { source, asked, pass } = await endpoint(json({ access_token: 't', ...more }))
  await source()
  pass(keptSeconds - 1)
  await source()
  expect(asked()).toBe(1)
  pass(2)
  await source()
  expect(asked()).toBe(2)
})

test.each<[string, Answer, string]>([
  ['a page', (response) => void response.end('<html>'), 'it sent no JSON'],
  ['null', json(null), 'it sent no access_token'],
  ['a number', json({ access_token: 7 }), 'it sent no access_token'],
  ['a token with a field of SASL in it', json({ access_token: 't\u0001auth=x' }), 'it sent no access_token'],
  ['an error that repeats what it got', (r, q) => void r.writeHead(400).end(String(q.headers.authorization)), 'it answered 400'],
  ['another address', (r) => void r.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), 'gives no token'],
  ['nothing', (response) => void response.destroy(), 'gives no token'],
  ['words without end', (response) => void response.end('x'.repeat(200_000)), 'it sent more than'],
])('%s is no token, is told without the secret, and is asked again', async (_, answer, said) => {
  const { source, asked } = await endpoint(answer)
  for (const times of [1, 2]) {
    const error = (await source().catch((error) => error)) as Error
    expect(error).toMatchObject({ code: 'log_unavailable', retryable: true })
    expect(error.message).toContain(said)
    expect(JSON.stringify([error.message, String(error.cause)])).not.toMatch(/hunter22|aHVudGVyMjI|Basic/)
    expect(asked()).toBe(times)
  }
})
