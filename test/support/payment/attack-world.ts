// What the suites of attacks share: one server on a chain of its own, a fresh payer a test, and "nothing was had from it".
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { payToAccount } from '../../../devnet/accounts.ts'
import type { Devnet } from '../../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { balanceOf, fundedAccount, readHeader } from './clients.ts'
import { currentPayment, signAuthorization } from './sign.ts'
import { startTestChain, startTestServer, type TestServer } from './world.ts'

export type AttackWorld = {
  readonly chain: Devnet
  readonly server: TestServer
  /** Funded anew for every test. */
  readonly payer: PrivateKeyAccount
  get(headers: Record<string, string>, path?: string): Promise<Response>
  /** From here on the payer is one who has paid before; it is not counted among what is had from the test. */
  payBefore(): Promise<void>
  /** What we were paid since the test began. */
  income(): Promise<bigint>
  /** This status and reason, no data and no charge. */
  expectNothing(response: Response, status: number, reason?: string): Promise<void>
}

/** To be called once, at the top of a suite: it brings its own hooks. */
export function useAttackWorld(): AttackWorld {
  let chain: Devnet
  let database: TestDatabase
  let server: TestServer
  let payer: PrivateKeyAccount
  let earned: bigint
  beforeAll(async () => {
    ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase()])
    server = await startTestServer({ chain, database })
  })
  beforeEach(async () => {
    payer = await fundedAccount(chain)
    earned = await balanceOf(chain, payToAccount.address)
  })
  afterEach(() => {
    Object.assign(server.work, { during: null, failNext: 0 })
  })
  afterAll(async () => {
    await server?.close()
    await database?.drop()
    await chain?.stop()
  })
  const income = async () => (await balanceOf(chain, payToAccount.address)) - earned
  return {
    get chain() {
      return chain
    },
    get server() {
      return server
    },
    get payer() {
      return payer
    },
    get: (headers, path = '/rates') => fetch(server.origin + path, { headers }),
    async payBefore() {
      const paid = await fetch(`${server.origin}/rates`, { headers: currentPayment(await signAuthorization(payer)) })
      expect(paid.status).toBe(200)
      earned = await balanceOf(chain, payToAccount.address)
    },
    income,
    async expectNothing(response, status, reason) {
      const text = await response.text()
      expect({ status: response.status, text }).toMatchObject({ status })
      expect(text).not.toContain('signal')
      if (status === 402) {
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(JSON.parse(text)).toMatchObject({ x402Version: 1, ...(reason ? { error: reason } : {}) })
        expect(readHeader(response, 'payment-required')).toMatchObject({ x402Version: 2, ...(reason ? { error: reason } : {}) })
      } else if (reason) expect(JSON.parse(text).error.code).toBe(reason)
      expect(await income()).toBe(0n)
    },
  }
}
