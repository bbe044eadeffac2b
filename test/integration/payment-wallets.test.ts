// Wallets that people have, each paying for real on the local chain with its published contracts; and counterfeits of them.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createChainReader } from '../../api/payment/chain/reader.ts'
import { createLocalFacilitator } from '../../api/payment/facilitator/local.ts'
import type { Facilitator } from '../../api/payment/facilitator/port.ts'
import { facilitatorAccount, payToAccount } from '../../devnet/accounts.ts'
import type { Artifacts } from '../../devnet/contracts/artifacts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount, readHeader } from '../support/payment/clients.ts'
import { withIdentifier } from '../support/payment/identified.ts'
import { asset } from '../support/payment/settings.ts'
import { currentPayment, legacyPayment, type Signed, signAuthorization } from '../support/payment/sign.ts'
import {
  compileWallets,
  delegateTo,
  delegatingKey,
  deployLibraryFactory,
  deploySafes,
  hostileWallet,
  safeOfOne,
  type Wallet,
  walletToBe,
  withMaking,
} from '../support/payment/wallets.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'

let chain: Devnet
let database: TestDatabase
let artifacts: Artifacts
let safes: Awaited<ReturnType<typeof deploySafes>>
let factory: Hex
let server: TestServer
const asked = { verify: 0, settle: 0 }
let earned: bigint

beforeAll(async () => {
  ;[chain, database, artifacts] = await Promise.all([startTestChain(), createTestDatabase(), compileWallets()])
  safes = await deploySafes(chain)
  factory = await deployLibraryFactory(chain, artifacts)
  const { privateKey } = facilitatorAccount
  const settler = { asset, rpcUrls: [chain.rpcUrl], privateKey, pollingIntervalMs: 25 }
  const real = createLocalFacilitator([{ ...settler, walletFactories: [factory, safes.factory] }])
  server = await startTestServer({ chain, database, facilitator: counted(real) })
}, 60_000)
beforeEach(async () => {
  Object.assign(asked, { verify: 0, settle: 0 })
  earned = await balanceOf(chain, payToAccount.address)
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
  await chain?.stop()
})

function counted(real: Facilitator): Facilitator {
  return {
    ...real,
    verify(payment) {
      asked.verify += 1
      return real.verify(payment)
    },
    settle(payment) {
      asked.settle += 1
      return real.settle(payment)
    },
  }
}

const pay = (signed: Signed, path = '/rates') => fetch(server.origin + path, { headers: currentPayment(signed) })
const income = async () => (await balanceOf(chain, payToAccount.address)) - earned
const codeAt = (address: Hex) => chain.rpc<Hex>('eth_getCode', address, 'latest')
const spentBy = (address: Hex) => chain.rpc<Hex>('eth_getTransactionCount', address, 'latest')

async function funded<T extends Wallet>(wallet: T): Promise<T> {
  await chain.mint(wallet.address, 10_000_000n)
  return wallet
}

async function expectPaid(wallet: Wallet, signed: Signed, path = '/rates'): Promise<void> {
  const before = await income()
  const response = await pay(signed, path)
  expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 200 })
  const receipt = readHeader(response, 'payment-response')
  expect(receipt).toMatchObject({ success: true, payer: wallet.address.toLowerCase() })
  expect((await income()) - before).toBe(50_000n)
}

async function expectRefused(response: Response, reason: string): Promise<void> {
  expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 402 })
  expect(readHeader(response, 'payment-required').error).toBe(reason)
  expect(await income()).toBe(0n)
}

test('a Safe of one owner pays with 65 bytes, in both dialects and on every kind of route', async () => {
  const safe = await funded(await safeOfOne(chain, safes, { isMade: true }))
  const first = await safe.sign()
  expect(first.signature).toHaveLength(132)
  await expectPaid(safe, first)
  await expectPaid(safe, await safe.sign(), '/risk')
  const legacy = await fetch(`${server.origin}/rates`, { headers: legacyPayment(await safe.sign()) })
  expect(legacy.status).toBe(200)
  expect(await income()).toBe(150_000n)
})

test('a Safe of one owner whose signer writes v the way of eth_sign pays too', async () => {
  const safe = await funded(await safeOfOne(chain, safes, { isMade: true }))
  const signed = await safe.sign()
  const digest = await safe.digestOf(signed.authorization)
  const ethSigned = await safe.owner.signMessage({ message: { raw: digest } })
  const v = Number.parseInt(ethSigned.slice(-2), 16) + 4
  await expectPaid(safe, { ...signed, signature: `0x${ethSigned.slice(2, 130)}${v.toString(16)}` })
})

test.each(['a wallet of a library', 'a Safe'])(
  '%s that does not exist yet is made and pays, in one transaction; then it pays without',
  async (kind) => {
    const wallet: Wallet =
      kind === 'a Safe' ? await safeOfOne(chain, safes, { isMade: false }) : await walletToBe(chain, artifacts, factory)
    await funded(wallet)
    expect(await codeAt(wallet.address)).toBe('0x')
    const before = BigInt(await spentBy(facilitatorAccount.address))
    await expectPaid(wallet, await wallet.sign())
    expect(BigInt(await spentBy(facilitatorAccount.address)) - before).toBe(1n)
    expect((await codeAt(wallet.address)).length).toBeGreaterThan(2)
    await expectPaid(wallet, await wallet.sign())
  },
)

test('a wallet whose factory nobody has allowed is refused, and its factory is not called', async () => {
  const stranger = await deployLibraryFactory(chain, artifacts)
  const wallet = await funded(await walletToBe(chain, artifacts, stranger))
  await expectRefused(await pay(await wallet.sign()), 'invalid_exact_evm_payload_signature')
  expect(await codeAt(wallet.address)).toBe('0x')
})

test('a wallet that is made but not by who signed moves nothing', async () => {
  const [one, other] = [await funded(await walletToBe(chain, artifacts, factory)), await walletToBe(chain, artifacts, factory)]
  const { authorization } = await one.sign()
  const { signature } = await other.sign({ ...authorization, from: one.address })
  await expectRefused(await pay({ authorization, signature }), 'invalid_exact_evm_payload_signature')
  expect(await codeAt(one.address)).toBe('0x')
})

test('a key that has delegated to a contract (EIP-7702) pays with its own signature', async () => {
  const wallet = await funded(await delegatingKey(chain))
  expect(await codeAt(wallet.address)).toMatch(/^0xef0100/)
  await expectPaid(wallet, await wallet.sign())
  await expectPaid(wallet, await wallet.sign(), '/risk')
})

test('a key that has delegated to a contract that says no cannot pay by its key alone, as the token has it', async () => {
  const account = await fundedAccount(chain)
  await delegateTo(chain, account, asset.address)
  await expectRefused(await pay(await signAuthorization(account)), 'invalid_exact_evm_payload_signature')
})

test('65 bytes that no key has given, of a payer without code, are refused here: nobody else is asked', async () => {
  const [payer, other] = [await fundedAccount(chain), await fundedAccount(chain)]
  const { authorization } = await signAuthorization(payer)
  const { signature } = await signAuthorization(other, authorization)
  for (const forged of [signature, `0x${'11'.repeat(64)}1f`, `0x${'ab'.repeat(70)}`, `0x${'00'.repeat(65)}`] as const)
    await expectRefused(await pay({ authorization, signature: forged }), 'invalid_exact_evm_payload_signature')
  expect(asked).toEqual({ verify: 0, settle: 0 })
})

test('what is no deployment behind its mark is refused', async () => {
  const payer = await fundedAccount(chain)
  const { authorization, signature } = await signAuthorization(payer)
  const nothing = `0x${'00'.repeat(64)}${'6492'.repeat(16)}` as const
  await expectRefused(await pay({ authorization, signature: nothing }), 'invalid_exact_evm_payload_signature')
  // A key's own signature with a deployment around it makes nothing: its address is not what the factory makes.
  const wrapped = withMaking(factory, '0x12345678', signature)
  const response = await pay({ authorization, signature: wrapped })
  expect(response.status).toBe(200)
  expect(await codeAt(payer.address)).toBe('0x')
})

test('a stranger who has a Safe’s payment but not its signature gets nothing for it', async () => {
  const safe = await funded(await safeOfOne(chain, safes, { isMade: true }))
  const signed = await safe.sign()
  await expectPaid(safe, signed)
  const stranger = await fundedAccount(chain)
  const { signature } = await signAuthorization(stranger, signed.authorization)
  const response = await pay({ ...signed, signature })
  expect(response.status).toBe(402)
  expect(await income()).toBe(50_000n)
})

test('a Safe that signs anew under the name of its payment gets the first answer, and whoever guesses the name gets none', async () => {
  const safe = await funded(await safeOfOne(chain, safes, { isMade: true }))
  const id = `pay_${randomBytes(16).toString('hex')}`
  const named = async (signed: Signed, name = id, path = '/rates') =>
    fetch(server.origin + path, {
      headers: currentPayment(signed, withIdentifier({}, name)),
    })
  const first = await named(await safe.sign())
  expect(first.status).toBe(200)
  const answer = await first.text()
  await expect
    .poll(async () => {
      const again = await named(await safe.sign())
      return { status: again.status, text: await again.text() }
    })
    .toEqual({ status: 200, text: answer })
  expect(await income()).toBe(50_000n)
  const other = await named(await safe.sign(), id, '/risk')
  expect([other.status, ((await other.json()) as any).error.code]).toEqual([409, 'payment_identifier_conflict'])
  // A name anybody may think of proves nobody: then the request is bound to its signature.
  const spoken = 'order-of-today-0001'
  expect((await named(await safe.sign(), spoken)).status).toBe(200)
  const stranger: Signed = { ...(await safe.sign()), signature: `0x${'11'.repeat(97)}` }
  expect((await named(stranger, spoken)).status).toBe(409)
  expect(await income()).toBe(100_000n)
})

test('a wallet that points its caller elsewhere is not followed', async () => {
  const { promise: followed, resolve } = Promise.withResolvers<string>()
  const trap = await startTrap(resolve)
  const wallet = await hostileWallet(chain, artifacts, 'Pointing', `${trap.url}/{sender}/{data}`)
  await expectRefused(await pay(await wallet.sign()), 'invalid_exact_evm_payload_signature')
  // Nor when it is asked whether a sign-in is its own.
  const reader = createChainReader({ [asset.network]: chain.rpcUrl })
  const asked = { address: wallet.address, message: 'a sign-in', signature: `0x${'11'.repeat(65)}` }
  expect(await reader.isWalletsOwn!(asset.network, asked)).toBe(false)
  await trap.close()
  expect(await Promise.race([followed, Promise.resolve('nobody came')])).toBe('nobody came')
})

async function startTrap(caught: (path: string) => void): Promise<{ url: string; close(): Promise<void> }> {
  const trap = createServer((request, response) => {
    caught(request.url!)
    response.end('{}')
  })
  await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(trap.address() as AddressInfo).port}`,
    close: () => new Promise<void>((done) => trap.close(() => done())),
  }
}
