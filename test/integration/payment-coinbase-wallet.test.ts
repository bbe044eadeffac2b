// A Coinbase Smart Wallet pays: its own contracts at the address they have on every chain, signed by viem's own account for it.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Abi,
  concatHex,
  createPublicClient,
  defineChain,
  encodeAbiParameters,
  type Hex,
  http,
  parseAbiParameters,
} from 'viem'
import { toCoinbaseSmartAccount, toWebAuthnAccount } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalFacilitator } from '../../api/payment/facilitator/local.ts'
import { knownWalletFactories } from '../../api/payment/facilitator/wallet-factories.ts'
import { facilitatorAccount, payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf } from '../support/payment/clients.ts'
import { asset } from '../support/payment/settings.ts'
import { authorizationOf, currentPayment, legacyPayment, type Signed } from '../support/payment/sign.ts'
import { deployer, typedDataOf } from '../support/payment/wallets.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'

// No package ships them built: a folder with CoinbaseSmartWallet.json and CoinbaseSmartWalletFactory.json ({ abi, bytecode }).
const folder = process.env.COINBASE_WALLET
const why = folder === undefined ? ' (skipped: COINBASE_WALLET names no folder with its compiled contracts)' : ''
const price = 50_000n

/** An owner whose key is a device's: it signs what a browser would show it, by the curve P-256. */
function passkey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const getFn = async (options?: { publicKey?: { challenge: unknown } }) => {
    const challenge = Buffer.from(options!.publicKey!.challenge as Uint8Array).toString('base64url')
    const clientDataJSON = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge, origin: 'https://keys.example', crossOrigin: false }),
    )
    const digest = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
    // Whose page asked, then that the person was there and known, then a count.
    const authenticatorData = Buffer.concat([digest('keys.example'), Buffer.from([0x05, 0, 0, 0, 0])])
    const signature = sign('sha256', Buffer.concat([authenticatorData, digest(clientDataJSON)]), privateKey)
    return { id: 'key', type: 'public-key', response: { authenticatorData, clientDataJSON, signature } }
  }
  const hexOf = (part: string | undefined) => Buffer.from(part!, 'base64url').toString('hex')
  const credential = { id: 'key', publicKey: `0x${hexOf(x)}${hexOf(y)}` } as const
  return toWebAuthnAccount({ credential, getFn: getFn as never, rpId: 'keys.example' })
}

describe.skipIf(folder === undefined)(`a Coinbase Smart Wallet${why}`, () => {
  let chain: Devnet
  let database: TestDatabase
  let server: TestServer

  const codeAt = (address: Hex) => chain.rpc<Hex>('eth_getCode', address, 'latest')
  const codeOf = (name: string) =>
    (JSON.parse(readFileSync(join(folder!, `${name}.json`), 'utf8')) as { abi: Abi; bytecode: Hex }).bytecode

  beforeAll(async () => {
    ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase()])
    const { deploy } = deployer(chain)
    const wallet = await deploy(codeOf('CoinbaseSmartWallet'))
    const factory = await deploy(
      concatHex([codeOf('CoinbaseSmartWalletFactory'), encodeAbiParameters(parseAbiParameters('address'), [wallet])]),
    )
    // Where it stands on every chain, so that its client finds it and the program knows it without being told.
    await chain.rpc('anvil_setCode', knownWalletFactories[0], await codeAt(factory))
    const { privateKey } = facilitatorAccount
    const settler = { asset, rpcUrls: [chain.rpcUrl], privateKey, pollingIntervalMs: 25 }
    server = await startTestServer({ chain, database, facilitator: createLocalFacilitator([settler]) })
  }, 60_000)
  afterAll(async () => {
    await server?.close()
    await database?.drop()
    await chain?.stop()
  })

  async function walletOf(owner: Parameters<typeof toCoinbaseSmartAccount>[0]['owners'][number]) {
    const local = defineChain({
      ...{ id: chain.chainId, name: 'local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    })
    const client = createPublicClient({ chain: local, transport: http(chain.rpcUrl) })
    const account = await toCoinbaseSmartAccount({ client, owners: [owner], version: '1.1' })
    await chain.mint(account.address, 10_000_000n)
    return account
  }
  type Account = Awaited<ReturnType<typeof walletOf>>

  async function signed(account: Account): Promise<Signed> {
    const authorization = authorizationOf(account.address, {})
    return { authorization, signature: await account.signTypedData(typedDataOf(authorization) as never) }
  }

  async function pays(headers: Record<string, string>): Promise<{ status: number; earned: bigint; text: string }> {
    const before = await balanceOf(chain, payToAccount.address)
    const response = await fetch(`${server.origin}/rates`, { headers })
    const text = await response.text()
    return { status: response.status, earned: (await balanceOf(chain, payToAccount.address)) - before, text }
  }

  test('is made by its first payment, and pays without from then on, in both dialects', async () => {
    const account = await walletOf(privateKeyToAccount(generatePrivateKey()))
    expect(await codeAt(account.address)).toBe('0x')
    expect(await pays(currentPayment(await signed(account)))).toMatchObject({ status: 200, earned: price })
    expect(await codeAt(account.address)).not.toBe('0x')
    const next = await signed(account)
    expect(next.signature).not.toMatch(/6492$/)
    expect(await pays(currentPayment(next))).toMatchObject({ status: 200, earned: price })
    expect(await pays(legacyPayment(await signed(account)))).toMatchObject({ status: 200, earned: price })
  })

  test('of a passkey is made and pays, and pays again', async () => {
    const account = await walletOf(passkey())
    const made = await signed(account)
    expect(made.signature.length).toBeGreaterThan(2_000)
    expect(await pays(currentPayment(made))).toMatchObject({ status: 200, earned: price })
    expect(await pays(currentPayment(await signed(account)))).toMatchObject({ status: 200, earned: price })
    const forged = await signed(await walletOf(passkey()))
    const other = await signed(account)
    const headers = currentPayment({ authorization: other.authorization, signature: forged.signature })
    expect(await pays(headers)).toMatchObject({ status: 402, earned: 0n })
  })

  test('pays nothing with the signature of a stranger, nor made by a contract that nobody knows', async () => {
    const account = await walletOf(privateKeyToAccount(generatePrivateKey()))
    const stranger = await walletOf(privateKeyToAccount(generatePrivateKey()))
    const [mine, theirs] = [await signed(account), await signed(stranger)]
    const forged = { authorization: mine.authorization, signature: theirs.signature }
    expect(await pays(currentPayment(forged))).toMatchObject({ status: 402, earned: 0n })
    const elsewhere = mine.signature.replace(knownWalletFactories[0].slice(2), payToAccount.address.slice(2).toLowerCase())
    expect(elsewhere).not.toBe(mine.signature)
    expect(await pays(currentPayment({ ...mine, signature: elsewhere as Hex }))).toMatchObject({ status: 402, earned: 0n })
    expect(await codeAt(account.address)).toBe('0x')
  })
})
