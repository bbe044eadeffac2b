// Why something failed is told in one sentence, from where it began.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPublicClient, http } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { reasonOf } from '../../../base/errors.ts'

const asked = (url: string) =>
  createPublicClient({ transport: http(url, { retryCount: 0 }) })
    .getBlockNumber()
    .then(String, reasonOf)

test('of a chain that cannot be asked', async () => {
  const server = createServer((_request, response) => response.writeHead(401).end('{}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/secret-key`
  expect(await asked(url)).toBe('HTTP request failed. (HTTP 401)')
  server.close()
  await once(server, 'close')
  expect(await asked(url)).toMatch(/^connect ECONNREFUSED 127\.0\.0\.1:\d+$/)
})

test('of what is no error, and of an error that is its own cause', () => {
  expect(reasonOf('gone')).toBe('gone')
  expect(reasonOf(undefined)).toBe('undefined')
  const error = new Error('round')
  error.cause = error
  onTestFinished(() => void delete error.cause)
  expect(reasonOf(error)).toBe('round')
  expect(reasonOf(new Error('above', { cause: new Error('below\nURL: http://node.example/key') }))).toBe('below')
})
