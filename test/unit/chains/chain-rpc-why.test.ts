// A provider that cannot be used is told with what its owner needs to mend it, and with nothing that holds a key.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { callProvider } from '../../../ingestors/chains/rpc-call.ts'

const broken = 'eth_chainId: the provider did not answer as it should'

async function at(server: Server, scheme = 'http'): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/v2/secret-key`
}

const answering = (status: number, text: string) => at(createServer((_request, response) => response.writeHead(status).end(text)))

async function told(url: string): Promise<string> {
  const asking = callProvider(url, { method: 'eth_chainId', params: [] }, 5_000, new AbortController().signal)
  return asking.then(
    () => 'answered',
    (error: Error) => error.message,
  )
}

test.each([
  [
    401,
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Must be authenticated with secret-key!"}}',
    'HTTP 401, error -32600',
  ],
  [403, 'secret-key is not allowed here', 'HTTP 403'],
  [502, '<html>secret-key</html>', 'HTTP 502'],
  [200, '<html>welcome</html>', 'no answer in JSON'],
  [200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method at /v2/secret-key"}}', 'error -32601'],
  [200, '{"jsonrpc":"2.0","id":1,"error":{"message":"secret-key"}}', 'an error'],
  [307, '', 'HTTP 307'],
])('status %i with %j', async (status, text, why) => {
  expect(await told(await answering(status, text))).toBe(`${broken} (${why})`)
})

test('nobody listens, or under no such name', async () => {
  const server = createServer()
  const gone = await at(server)
  server.close()
  await once(server, 'close')
  expect(await told(gone)).toBe(`${broken} (ECONNREFUSED)`)
  expect(await told('http://node.invalid/v2/secret-key')).toMatch(/\((ENOTFOUND|EAI_AGAIN)\)$/)
})

test('a certificate that has run out', async () => {
  const [notBeforeDate, notAfterDate] = [new Date('2025-01-01'), new Date('2025-06-01')]
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'node' }], { notBeforeDate, notAfterDate })
  const url = await at(createSecureServer({ key, cert }), 'https')
  expect(await told(url)).toMatch(/\((CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT)\)$/)
})
