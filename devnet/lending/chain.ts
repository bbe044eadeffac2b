// A short hand for a local test chain: deploy, send and read without signing, since it lets anyone act as any account.
import { type Address, createPublicClient, encodeDeployData, type Hex, http, type Log, numberToHex } from 'viem'
import type { Artifact, Artifacts } from '../contracts/artifacts.ts'
import { type Contract, decodeAnswer, encodeCall } from './call-data.ts'

export type Receipt = { readonly status: Hex; readonly contractAddress: Address | null; readonly logs: Log[] }

export type Sending = {
  readonly contract: Contract
  readonly name: string
  readonly args: readonly unknown[]
  readonly from: Address
}

export interface Chain {
  request<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  // Many of one method in one message.
  requestEach<T = unknown>(method: string, each: readonly (readonly unknown[])[]): Promise<T[]>
  deploy(
    artifact: Artifact,
    args: readonly unknown[],
    from: Address,
    libraries?: Readonly<Record<string, Address>>,
  ): Promise<Contract>
  // Sends and waits; throws when the transaction reverts.
  send(contract: Contract, name: string, args: readonly unknown[], from: Address): Promise<Receipt>
  // Sends all in one block, each account's in the order given; throws when one reverts.
  sendTogether(all: readonly Sending[]): Promise<void>
  // Sends without waiting: what to use while mining is held back.
  submit(contract: Contract, name: string, args: readonly unknown[], from: Address): Promise<Hex>
  receipt(hash: Hex): Promise<Receipt>
  // What a transaction would do; throws with the contract's refusal.
  simulate(contract: Contract, name: string, args: readonly unknown[], from: Address): Promise<Hex>
  read<T>(contract: Contract, name: string, args?: readonly unknown[]): Promise<T>
  timestamp(): Promise<bigint>
}

// Fixed: an estimate made in the second of the last accrual misses the interest that the next block adds.
const gas = numberToHex(8_000_000n)
// Mining takes milliseconds; only where the whole machine is busy does anyone wait longer.
const receiptDeadlineMs = 60_000
const receiptPauseMs = 5
const longestPauseMs = 100
const requestDeadlineMs = 60_000
// All that a chain knows is one answer, and grows with what was done on it.
const mostAnswerBytes = 400_000_000

export function createChain(rpcUrl: string, signal?: AbortSignal): Chain {
  const limits = { retryCount: 0, timeout: requestDeadlineMs, maxResponseBodySize: mostAnswerBytes }
  const client = createPublicClient({ transport: http(rpcUrl, { ...limits, batch: false }), cacheTime: 0 })
  // What is read at one moment goes in one message: each by itself costs more on the way than the chain takes to answer it.
  const reader = createPublicClient({ transport: http(rpcUrl, { ...limits, batch: { batchSize: 50 } }), cacheTime: 0 })
  async function request<T>(method: string, ...params: unknown[]): Promise<T> {
    signal?.throwIfAborted()
    return client.request({ method, params } as never)
  }

  async function requestEach<T>(method: string, each: readonly (readonly unknown[])[]): Promise<T[]> {
    const body = JSON.stringify(each.map((params, id) => ({ jsonrpc: '2.0', id, method, params })))
    const timeout = AbortSignal.timeout(requestDeadlineMs)
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    const answers = (await response.json()) as { id: number; result?: T; error?: { message: string } }[]
    const refused = answers.find(({ error }) => error !== undefined)
    if (refused !== undefined) throw new Error(`${method}: ${refused.error!.message}`)
    return answers.sort((a, b) => a.id - b.id).map(({ result }) => result as T)
  }

  async function receipt(hash: Hex): Promise<Receipt> {
    const deadline = Date.now() + receiptDeadlineMs
    for (let pauseMs = receiptPauseMs; Date.now() < deadline; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
      const found = await request<Receipt | null>('eth_getTransactionReceipt', hash)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    throw new Error(`no receipt for ${hash}`)
  }

  // The chain answers when it has mined it: one message where there would be two and more.
  const sendAndWait = (sent: object) => request<Receipt>('eth_sendTransactionSync', sent)

  async function deploy(artifact: Artifact, args: readonly unknown[], from: Address, libraries = {}): Promise<Contract> {
    const data = encodeDeployData({ abi: artifact.abi, bytecode: link(artifact, libraries), args })
    const { status, contractAddress } = await sendAndWait({ from, data, gas: numberToHex(30_000_000n) })
    if (status !== '0x1' || !contractAddress) throw new Error('a contract could not be deployed')
    return { address: contractAddress, abi: artifact.abi }
  }

  function transaction({ contract, name, args, from }: Sending) {
    return { from, to: contract.address, data: encodeCall(contract, name, args), gas }
  }

  async function submit(contract: Contract, name: string, args: readonly unknown[], from: Address): Promise<Hex> {
    return request<Hex>('eth_sendTransaction', transaction({ contract, name, args, from }))
  }

  async function send(contract: Contract, name: string, args: readonly unknown[], from: Address): Promise<Receipt> {
    const done = await sendAndWait(transaction({ contract, name, args, from }))
    if (done.status !== '0x1') throw new Error(`${name} reverted`)
    return done
  }

  async function sendTogether(all: readonly Sending[]): Promise<void> {
    if (all.length === 0) return
    // The messages are taken in at once: without its number a second one of an account would take the first one's place.
    const senders = [...new Set(all.map(({ from }) => from))]
    const counts = await requestEach<Hex>(
      'eth_getTransactionCount',
      senders.map((from) => [from, 'latest']),
    )
    const next = new Map(senders.map((from, i) => [from, Number(counts[i])]))
    const numbered = all.map((one) => {
      const nonce = next.get(one.from)!
      next.set(one.from, nonce + 1)
      return [{ ...transaction(one), nonce: numberToHex(nonce) }]
    })
    await request('evm_setAutomine', false)
    let hashes: Hex[]
    try {
      hashes = await requestEach<Hex>('eth_sendTransaction', numbered)
      await request('evm_mine')
    } finally {
      await request('evm_setAutomine', true)
    }
    await receipt(hashes.at(-1)!)
    const receipts = await requestEach<Receipt | null>(
      'eth_getTransactionReceipt',
      hashes.map((hash) => [hash]),
    )
    const reverted = receipts.findIndex((one) => one?.status !== '0x1')
    if (reverted >= 0) throw new Error(`${all[reverted]!.name} reverted`)
  }

  async function simulate(contract: Contract, name: string, args: readonly unknown[], from: Address): Promise<Hex> {
    return request<Hex>('eth_call', transaction({ contract, name, args, from }), 'latest')
  }

  async function read<T>(contract: Contract, name: string, args: readonly unknown[] = []): Promise<T> {
    const data = encodeCall(contract, name, args)
    signal?.throwIfAborted()
    const result = await reader.request({ method: 'eth_call', params: [{ to: contract.address, data }, 'latest'] })
    return decodeAnswer<T>(contract, name, result as Hex)
  }

  const timestamp = async () => BigInt((await request<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)).timestamp)
  return { request, requestEach, deploy, send, sendTogether, submit, receipt, simulate, read, timestamp }
}

export async function deployLibraries(
  chain: Chain,
  artifacts: Artifacts,
  names: readonly string[],
  from: Address,
): Promise<Record<string, Address>> {
  const libraries: Record<string, Address> = {}
  for (const name of names) libraries[name] = (await chain.deploy(artifacts[name]!, [], from, libraries)).address
  return libraries
}

function link(artifact: Artifact, libraries: Readonly<Record<string, Address>>): Hex {
  let bytecode = artifact.bytecode
  for (const [name, places] of Object.values(artifact.links).flatMap((file) => Object.entries(file))) {
    const address = libraries[name]
    if (!address) throw new Error(`the library ${name} must be deployed first`)
    for (const { start, length } of places) {
      bytecode = bytecode.slice(0, start * 2) + address.slice(2).toLowerCase() + bytecode.slice((start + length) * 2)
    }
  }
  return `0x${bytecode}`
}
