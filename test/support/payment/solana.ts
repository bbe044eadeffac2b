// A stand-in for a Solana node: a real virtual machine behind the few JSON-RPC methods that clients, facilitators and we call.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Address,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
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
  /** What the chain's clock runs ahead of ours. */
  aheadSeconds: number
  /** Blocks take the next transaction in and record that it failed. */
  failNext: boolean
  /** Answers no question. */
  isAway: boolean
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
  const state: State = { svm, rehearsal, landed: [], aheadSeconds: 0, failNext: false, isAway: false }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString())
    if (state.isAway) return response.destroy()
    const result = answer(state, method, params ?? [])
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...result }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(state, {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openAccount,
    async newFundedPayer(atomic: bigint) {
      const signer = await generateKeyPairSigner()
      await openAccount(signer.address, atomic)
      return signer
    },
    async newFeePayer() {
      const signer = await generateKeyPairSigner()
      svm.airdrop(signer.address as never, lamports(10_000_000_000n) as never)
      return signer
    },
    async balanceOf(owner: Address) {
      const account = svm.getAccount((await ataOf(owner)) as never) as { exists: boolean; data: Uint8Array }
      return account.exists ? Buffer.from(account.data).readBigUInt64LE(64) : 0n
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}

type Landed = { signature: string; blockTime: number; accounts: string[]; transaction: string; meta: Record<string, unknown> }
type State = Pick<TestSolana, 'aheadSeconds' | 'failNext' | 'isAway'> & {
  svm: LiteSVM
  rehearsal: LiteSVM
  /** Newest first, as the chain lists them. */
  landed: Landed[]
}

const nowOf = ({ aheadSeconds }: State) => Math.floor(Date.now() / 1000) + aheadSeconds

function tokenBalances(svm: LiteSVM, accounts: readonly string[]) {
  return accounts.flatMap((address, accountIndex) => {
    const account = svm.getAccount(address as never) as unknown as { exists: boolean; data: Uint8Array }
    if (!account.exists || account.data.length !== tokenAccountBytes) return []
    const data = Buffer.from(account.data)
    const [mint, owner] = [data.subarray(0, 32), data.subarray(32, 64)].map((key) => getBase58Decoder().decode(key))
    return [{ accountIndex, mint, owner, uiTokenAmount: { amount: data.readBigUInt64LE(64).toString() } }]
  })
}

function land(state: State, transaction: string): Record<string, unknown> {
  const decoded = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'))
  const accounts = getCompiledTransactionMessageDecoder().decode(decoded.messageBytes).staticAccounts.map(String)
  const before = tokenBalances(state.svm, accounts)
  const signature = getBase58Decoder().decode(Object.values(decoded.signatures)[0]!)
  const record = (err: unknown) => {
    const meta = { err, preTokenBalances: before, postTokenBalances: tokenBalances(state.svm, accounts) }
    state.landed.unshift({ signature, blockTime: nowOf(state), accounts, transaction, meta })
    return { result: signature }
  }
  if (state.failNext) {
    state.failNext = false
    return record({ InstructionError: [2, { Custom: 1 }] })
  }
  const outcome = state.svm
    .withSigverify(true)
    .withBlockhashCheck(true)
    .sendTransaction(decoded as never)
  if (outcome instanceof FailedTransactionMetadata) return { error: { code: -32_002, message: outcome.toString() } }
  return record(null)
}

function answer(state: State, method: string, params: any[]): Record<string, unknown> {
  const { svm, rehearsal, landed } = state
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
    const outcome = rehearsal
      .withSigverify(false)
      .withBlockhashCheck(params[1]?.replaceRecentBlockhash !== true)
      .simulateTransaction(decode())
    const failed = outcome instanceof FailedTransactionMetadata
    // The v1 client asks for no more than a rehearsal took.
    const unitsConsumed = Number(outcome.meta().computeUnitsConsumed())
    const value = { err: failed ? 'InstructionError' : null, logs: [], accounts: null, unitsConsumed, returnData: null }
    return { result: { context, value: { ...value, innerInstructions: [] } } }
  }
  if (method === 'sendTransaction') return land(state, params[0])
  if (method === 'getBlockTime') return { result: nowOf(state) }
  if (method === 'getSignaturesForAddress') {
    const [address, { before, limit }] = params
    const own = landed.filter(({ accounts }) => accounts.includes(address))
    const start = before === undefined ? 0 : own.findIndex(({ signature }) => signature === before) + 1
    return { result: own.slice(start, start + limit).map(({ signature, blockTime }) => ({ signature, blockTime, slot: 1 })) }
  }
  if (method === 'getTransaction') {
    const found = landed.find(({ signature }) => signature === params[0])
    if (found === undefined) return { result: null }
    return { result: { slot: 1, blockTime: found.blockTime, transaction: [found.transaction, 'base64'], meta: found.meta } }
  }
  if (method === 'getSignatureStatuses') {
    const value = params[0].map((signature: string) => ({
      slot: 1,
      confirmations: null,
      err: landed.find((one) => one.signature === signature)?.meta.err ?? null,
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
