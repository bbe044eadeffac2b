// A Solana chain in this process: a real virtual machine behind the few JSON-RPC methods that clients and facilitators call.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Address,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase58Decoder,
  getTransactionDecoder,
  type KeyPairSigner,
  lamports,
} from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'

export type TestSolana = {
  readonly rpcUrl: string
  newFundedPayer(atomic: bigint): Promise<KeyPairSigner>
  openAccount(owner: Address, atomic: bigint): Promise<void>
  newFeePayer(): Promise<KeyPairSigner>
  balanceOf(owner: Address): Promise<bigint>
  close(): Promise<void>
}

const tokenAccountBytes = 165
const mintBytes = 82

export async function startSolana(mint: Address): Promise<TestSolana> {
  const svm = new LiteSVM()
  // Facilitators simulate before they have signed as fee payer: only sending checks signatures.
  const rehearsal = svm.withSigverify(false)
  const put = (address: Address, data: Uint8Array) =>
    svm.setAccount({
      address,
      data,
      executable: false,
      lamports: lamports(1_000_000_000n),
      programAddress: TOKEN_PROGRAM_ADDRESS,
      space: BigInt(data.length),
      exists: true,
    } as never)
  put(mint, mintData())
  const ataOf = async (owner: Address) => (await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0]
  const openAccount = async (owner: Address, atomic: bigint) => put(await ataOf(owner), tokenData(mint, owner, atomic))
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString())
    const result = answer(svm, rehearsal, method, params ?? [])
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...result }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openAccount,
    async newFundedPayer(atomic) {
      const signer = await generateKeyPairSigner()
      await openAccount(signer.address, atomic)
      return signer
    },
    async newFeePayer() {
      const signer = await generateKeyPairSigner()
      svm.airdrop(signer.address as never, lamports(10_000_000_000n) as never)
      return signer
    },
    async balanceOf(owner) {
      const account = svm.getAccount((await ataOf(owner)) as never) as { exists: boolean; data: Uint8Array }
      return account.exists ? Buffer.from(account.data).readBigUInt64LE(64) : 0n
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

function answer(svm: LiteSVM, rehearsal: LiteSVM, method: string, params: any[]): Record<string, unknown> {
  const context = { slot: 1 }
  const decode = () => getTransactionDecoder().decode(Buffer.from(params[0], 'base64')) as never
  if (method === 'getSlot') return { result: 1 }
  if (method === 'getLatestBlockhash') {
    return { result: { context, value: { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 1_000 } } }
  }
  if (method === 'getAccountInfo') {
    const account = svm.getAccount(params[0]) as unknown as { exists: boolean; data: Uint8Array; programAddress: string }
    if (!account.exists) return { result: { context, value: null } }
    const data = [Buffer.from(account.data).toString('base64'), 'base64']
    const value = {
      data,
      executable: false,
      lamports: 1_000_000_000,
      owner: account.programAddress,
      rentEpoch: 0,
      space: account.data.length,
    }
    return { result: { context, value } }
  }
  if (method === 'simulateTransaction') {
    const outcome = rehearsal.withSigverify(false).simulateTransaction(decode())
    const failed = outcome instanceof FailedTransactionMetadata
    const value = { err: failed ? 'InstructionError' : null, logs: [], accounts: null, unitsConsumed: 1, returnData: null }
    return { result: { context, value: { ...value, innerInstructions: [] } } }
  }
  if (method === 'sendTransaction') {
    const outcome = svm.withSigverify(true).sendTransaction(decode())
    if (outcome instanceof FailedTransactionMetadata) return { error: { code: -32_002, message: outcome.toString() } }
    return { result: getBase58Decoder().decode(outcome.signature()) }
  }
  if (method === 'getSignatureStatuses') {
    const value = params[0].map(() => ({
      slot: 1,
      confirmations: null,
      err: null,
      confirmationStatus: 'confirmed',
      status: { Ok: null },
    }))
    return { result: { context, value } }
  }
  return { error: { code: -32_601, message: `the test chain has no ${method}` } }
}

function mintData(): Uint8Array {
  const data = Buffer.alloc(mintBytes)
  data.writeBigUInt64LE(10n ** 15n, 36)
  data[44] = 6
  data[45] = 1
  return data
}

function tokenData(mint: Address, owner: Address, atomic: bigint): Uint8Array {
  const data = Buffer.alloc(tokenAccountBytes)
  data.set(getAddressEncoder().encode(mint), 0)
  data.set(getAddressEncoder().encode(owner), 32)
  data.writeBigUInt64LE(atomic, 64)
  data[108] = 1
  return data
}
