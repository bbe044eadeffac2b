// The clients of x402's own Python package, unmodified, pay: where a Python with that package is there (X402_PYTHON, or python3).
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf } from '../support/payment/clients.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'

const script = fileURLToPath(new URL('../support/payment/client.py', import.meta.url))
const python = process.env.X402_PYTHON ?? 'python3'
const found = spawnSync(python, [
  '-c',
  'import x402, requests, httpx; from importlib.metadata import version; print(version("x402"))',
])
const release = found.status === 0 ? String(found.stdout).trim() : null
const why = release === null ? ` (skipped: ${python} has no x402; pip install "x402[evm,requests,httpx]")` : ` ${release}`

describe.skipIf(release === null)(`x402 for Python${why}`, () => {
  let chain: Devnet
  let database: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase()])
    server = await startTestServer({ chain, database })
  })
  afterAll(async () => {
    await server?.close()
    await database?.drop()
    await chain?.stop()
  })

  test.each(['requests', 'httpx'])(
    'its client for %s gets a 402, pays once and gets its answer with a receipt',
    async (library) => {
      const key = generatePrivateKey()
      const { address } = privateKeyToAccount(key)
      await chain.mint(address, 1_000_000n)
      const before = await balanceOf(chain, payToAccount.address)
      const child = spawn(python, [script, library, `${server.origin}/rates`, key], { stdio: ['ignore', 'pipe', 'pipe'] })
      let [out, said] = ['', '']
      child.stdout.on('data', (chunk: Buffer) => (out += chunk))
      child.stderr.on('data', (chunk: Buffer) => (said += chunk))
      const code = await new Promise((done) => child.once('close', done))
      expect({ code, said }).toMatchObject({ code: 0 })
      const { status, headers, body } = JSON.parse(out)
      expect(status).toBe(200)
      expect(body).toMatchObject({ signal: { label: 'calm' } })
      const receipt = JSON.parse(Buffer.from(headers['x-payment-response'], 'base64').toString())
      expect(receipt).toMatchObject({ success: true, payer: address.toLowerCase() })
      expect((await balanceOf(chain, payToAccount.address)) - before).toBe(50_000n)
    },
  )
})
