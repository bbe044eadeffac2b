// Whoever missed every route is told what is like the path they asked, and nothing where nothing is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, openGateway } from '../support/gateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: 'nyfed-rates' })
})
afterAll(() => gateway?.close())

const missed = async (path: string): Promise<{ message: string; suggestions?: string[] }> => {
  const { status, body } = await gateway.get(path)
  expect(status).toBe(404)
  return body.error
}

test.each([
  ['/rates', '/api/rates/rates'],
  ['/v1/rates/rates', '/api/rates/rates'],
  ['/catalog', '/catalog.json'],
  ['/openapi.yaml', '/openapi.json'],
  ['/skill.md', '/SKILL.md'],
  ['/healthz', '/health'],
  ['/.well-known/agent.json', '/.well-known/agent-card.json'],
  ['/console/rates/rats', '/console/rates/rates'],
  ['/mcp/sse', '/mcp'],
])('%s is told %s', async (asked, meant) => {
  const { message, suggestions } = await missed(asked)
  expect(message).toContain(`Did you mean ${meant}?`)
  expect(suggestions![0]).toBe(meant)
})

test.each([
  ['/api/equity/report', ['/api/equity/']],
  ['/api/ta/GZMO', ['/api/ta/']],
  ['/api/rates/signal', ['/api/rates/rates']],
  ['/console/ta/xyz', ['/console/ta/']],
])('%s names a service: a route of that one is meant, whatever others are called', async (asked, [meant]) => {
  const { message, suggestions } = await missed(asked)
  expect(message).toContain(`Did you mean ${meant}`)
  for (const path of suggestions!) expect(path.startsWith(asked.slice(0, asked.lastIndexOf('/') + 1))).toBe(true)
})

test.each([
  '/api',
  '/api/',
  '/apis',
  '/api/foo',
  '/wp-login.php',
  '/swagger',
  '/sale',
  '/metric',
  '/%00',
  '/constructor',
  '/.well-known/security.txt',
])('%s is like nothing of ours, and nothing is said to have been meant', async (asked) => {
  const { message, suggestions } = await missed(asked)
  expect(message).toMatch(/^No such route; \/catalog\.json lists what there is\.$/)
  expect(suggestions).toBeUndefined()
})
