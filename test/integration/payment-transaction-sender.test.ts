// Many transactions of one key on a real chain, while some are late, lost or refused: every one arrives once, none waits for another.
import { randomBytes } from 'node:crypto'
import { createPublicClient, type Hex, http, keccak256, parseTransaction, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openEvmNodes } from '../../api/payment/facilitator/evm-client.ts'
import { createFeeSource } from '../../api/payment/facilitator/evm-fees.ts'
import { readSettleKey } from '../../api/payment/facilitator/settle-key.ts'
import { createTransactionSender } from '../../api/payment/facilitator/transaction-sender.ts'
import type { Devnet } from '../../devnet/index.ts'
import { type RpcRelay, startRpcRelay } from '../support/payment/rpc-relay.ts'
import { startTestChain } from '../support/payment/world.ts'

let chain: Devnet
let relay: RpcRelay
beforeAll(async () => {
  chain = await startTestChain()
})
beforeEach(async () => {
  relay = await startRpcRelay(chain.rpcUrl)
  return () => relay.close()
})
afterAll(() => chain?.stop())

// Each is another one: two of the same bytes would be one transaction.
const call = () => ({ to: `0x${'00'.repeat(19)}99` as Hex, data: toHex(randomBytes(4)), gas: 30_000n })
const direct = () => createPublicClient({ transport: http(chain.rpcUrl) })

async function newKey(): Promise<Hex> {
  const key = generatePrivateKey()
  await chain.rpc('anvil_setBalance', privateKeyToAccount(key).address, '0xde0b6b3a7640000')
  return key
}

function senderOf(key: Hex, patience: { confirmForMs?: number; raiseAfterMs?: number } = {}, rpcUrls = [relay.url]) {
  const nodes = openEvmNodes({ chainId: chain.chainId, rpcUrls, timeoutMs: 2_000 })
  const fees = createFeeSource(nodes.any)
  return createTransactionSender({
    ...{ nodes, key: readSettleKey(key), fees, chainId: chain.chainId, pollingIntervalMs: 25, confirmForMs: 20_000 },
    ...patience,
  })
}

const numberOf = (bytes: Hex) => parseTransaction(bytes).nonce ?? 0
const minedBy = (key: Hex) => direct().getTransactionCount({ address: privateKeyToAccount(key).address })

async function hasSucceeded(hash: Hex): Promise<boolean> {
  return (await direct().waitForTransactionReceipt({ hash, timeout: 5_000, checkReplacement: false })).status === 'success'
}

async function sendMany(send: ReturnType<typeof senderOf>, count: number): Promise<Hex[]> {
  const sent = await Promise.all(Array.from({ length: count }, () => send(call())))
  return sent.map((outcome) => {
    if (outcome.kind !== 'mined') throw outcome.error
    return outcome.transaction
  })
}

async function setBaseFee(wei: bigint): Promise<void> {
  await chain.rpc('anvil_setNextBlockBaseFeePerGas', toHex(wei))
  await chain.rpc('evm_mine')
}

/** As another process would that holds the same key. */
async function sendDirectly(key: Hex, count: number): Promise<void> {
  const fee = { chainId: chain.chainId, gasPrice: 3_000_000_000n }
  for (let nonce = 0; nonce < count; nonce++) {
    await chain.rpc('eth_sendRawTransaction', await privateKeyToAccount(key).signTransaction({ ...call(), ...fee, nonce }))
  }
}

test('a new key’s first transaction is late: those sent in the meantime get other numbers', async () => {
  const key = await newKey()
  relay.fateOf = (nth) => (nth === 1 ? { afterMs: 400 } : 'pass')
  const send = senderOf(key)
  const first = sendMany(send, 1)
  while (relay.sent.length === 0) await new Promise((done) => setTimeout(done, 5))
  const others = await sendMany(send, 20)
  for (const hash of [...(await first), ...others]) expect(await hasSucceeded(hash)).toBe(true)
  expect(relay.sent).toHaveLength(21)
  expect(await minedBy(key)).toBe(21)
})

test('of 40 at once a refused one leaves no gap, and none of the others’ numbers is used twice', async () => {
  const key = await newKey()
  relay.fateOf = (nth) => (nth === 5 ? { says: 'insufficient funds for gas * price + value' } : 'pass')
  const send = senderOf(key)
  const sending = Array.from({ length: 40 }, () => send(call()))
  while (relay.sent.length < 40) await new Promise((done) => setTimeout(done, 5))
  await sendMany(send, 1) // it takes the number that was left over
  const sent = await Promise.all(sending)
  expect(sent.filter(({ kind }) => kind === 'refused')).toHaveLength(1)
  for (const outcome of sent) if (outcome.kind === 'mined') expect(await hasSucceeded(outcome.transaction)).toBe(true)
  expect(relay.sent).toHaveLength(41)
  expect(await minedBy(key)).toBe(40)
})

test('who waits at the same time is looked for in one request', async () => {
  const { promise: after, resolve: arrive } = Promise.withResolvers<void>()
  relay.fateOf = () => ({ after })
  const sending = sendMany(senderOf(await newKey()), 40)
  while (relay.sent.length < 40) await new Promise((done) => setTimeout(done, 5))
  arrive()
  await sending
  expect(Math.max(...relay.batches)).toBeGreaterThan(10)
})

test.each([
  ['refuses them', () => ({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'batches are not supported' } })],
  ['answers only some', (answers: unknown[]) => answers.slice(1)],
  [
    'mixes them up',
    (answers: unknown[]) => answers.map((answer, n) => ({ ...(answers.at(n - 1) as object), id: (answer as { id: number }).id })),
  ],
  ['says nothing', () => ({})],
])('a node that %s, asked for many receipts at once, is asked for each', async (_does, answersBatch) => {
  relay.answersBatch = answersBatch
  const hashes = await sendMany(senderOf(await newKey(), { confirmForMs: 10_000 }), 20)
  for (const hash of hashes) expect(await hasSucceeded(hash)).toBe(true)
  expect(new Set(hashes).size).toBe(20)
})

test('a fee that is too low when it arrives is asked for again', async () => {
  const key = await newKey()
  const { promise: after, resolve: arrive } = Promise.withResolvers<void>()
  relay.fateOf = (nth) => (nth === 1 ? { after } : 'pass')
  const sending = sendMany(senderOf(key), 1)
  while (relay.sent.length === 0) await new Promise((done) => setTimeout(done, 5))
  await setBaseFee(100_000_000_000n)
  arrive()
  expect(await hasSucceeded((await sending)[0]!)).toBe(true)
  expect(relay.sent.map(numberOf)).toEqual([0, 0])
  expect(new Set(relay.sent).size).toBe(2)
  await setBaseFee(1_000_000_000n)
})

test('a node that has the bytes already has them: they are not offered for ever', async () => {
  const key = await newKey()
  const isNew = (bytes: Hex) => relay.sent.filter((one) => one === bytes).length === 1
  relay.fateOf = (_nth, bytes) => (numberOf(bytes) === 0 ? { afterMs: 900 } : isNew(bytes) ? 'answer-lost' : 'pass')
  const hashes = await sendMany(senderOf(key), 2) // the second waits in the node's queue for the first
  for (const hash of hashes) expect(await hasSucceeded(hash)).toBe(true)
  expect(relay.sent.map(numberOf).toSorted()).toEqual([0, 1, 1])
})

test.each(['lost', 'answer-lost'] as const)('%s on the way: the same bytes are sent again and count once', async (fate) => {
  const key = await newKey()
  relay.fateOf = (nth) => (nth % 7 === 2 ? fate : 'pass')
  const hashes = await sendMany(senderOf(key), 20)
  expect(new Set(hashes).size).toBe(20)
  for (const hash of hashes) expect(await hasSucceeded(hash)).toBe(true)
  expect(new Set(relay.sent).size).toBe(20)
  expect(relay.sent.length).toBeGreaterThan(20)
  expect(await minedBy(key)).toBe(20)
})

test('an answer that is no refusal is not taken for one', async () => {
  const key = await newKey()
  relay.fateOf = (nth) => (nth < 3 ? { says: 'internal error' } : 'pass')
  const [hash] = await sendMany(senderOf(key), 1)
  expect(await hasSucceeded(hash!)).toBe(true)
  expect(new Set(relay.sent).size).toBe(1)
})

test.each(['for ever', 'until another version is there'])(
  'a transaction that is kept from the chain %s does not hold up the others: it is offered for more',
  async (how) => {
    const key = await newKey()
    const { promise: keptUntil, resolve: letGo } = Promise.withResolvers<void>()
    const isAnotherVersion = (bytes: Hex) => bytes !== relay.sent[2] && numberOf(bytes) === numberOf(relay.sent[2]!)
    relay.fateOf = (nth) => (nth === 3 ? { keptUntil } : 'pass')
    relay.whenPassed = (bytes) => {
      if (how !== 'for ever' && relay.sent.length > 2 && isAnotherVersion(bytes)) letGo()
    }
    const hashes = await sendMany(senderOf(key, { raiseAfterMs: 800 }), 10)
    for (const hash of hashes) expect(await hasSucceeded(hash)).toBe(true)
    expect(hashes).not.toContain(keccak256(relay.sent[2]!))
    expect(await minedBy(key)).toBe(10)
  },
)

test('a transaction that a chain program has forgotten in its queue is offered for more', async () => {
  const key = await newKey()
  const account = privateKeyToAccount(key)
  relay.fateOf = (_nth, bytes) => (numberOf(bytes) === 0 ? { says: 'insufficient funds' } : 'pass')
  const send = senderOf(key, { raiseAfterMs: 300 })
  const [one, other] = await Promise.all([send(call()), send(call()), later()])
  expect([one.kind, other.kind].sort()).toEqual(['mined', 'refused'])
  expect(relay.sent.length).toBeGreaterThan(2)
  async function later() {
    while (relay.sent.length < 2) await new Promise((done) => setTimeout(done, 5))
    await new Promise((done) => setTimeout(done, 100))
    await chain.rpc('anvil_setNonce', account.address, '0x1') // as after a block that was mined beside its arrival
  }
})

test('a waiting transaction whose number another one of the key has taken gets a new number', async () => {
  const key = await newKey()
  relay.fateOf = (nth) => (nth === 1 ? { keptMs: 60_000 } : 'pass')
  const sending = sendMany(senderOf(key, { raiseAfterMs: 600 }), 1)
  while (relay.sent.length === 0) await new Promise((done) => setTimeout(done, 5))
  const [first] = await sendMany(senderOf(key), 1) // another process
  const [second] = await sending
  for (const hash of [first!, second!]) expect(await hasSucceeded(hash)).toBe(true)
  expect(relay.sent.map(numberOf)).toEqual([0, 0, 1])
  expect(await minedBy(key)).toBe(2)
})

test.each(['its key has no gas left', 'the node does not answer'])(
  'once a node has accepted a transaction it is never said to be refused, also when %s then',
  async (then) => {
    const key = await newKey()
    relay.fateOf = (_nth, bytes) => (numberOf(bytes) === 0 ? { keptMs: 60_000 } : { says: 'insufficient funds' })
    const sending = senderOf(key, { raiseAfterMs: 600 })(call())
    while (relay.sent.length === 0) await new Promise((done) => setTimeout(done, 5))
    const accepted = keccak256(relay.sent[0]!)
    await sendDirectly(key, 1)
    if (then === 'the node does not answer') relay.isMute = (method) => method === 'eth_getBlockByNumber'
    expect(await sending).toMatchObject({ kind: 'unknown', transaction: accepted })
  },
)

test('two processes with one key: each transaction of both arrives', async () => {
  const key = await newKey()
  const one = () => senderOf(key, { raiseAfterMs: 1_000 })
  const hashes = (await Promise.all([sendMany(one(), 25), sendMany(one(), 25)])).flat()
  expect(new Set(hashes).size).toBe(50)
  for (const hash of hashes) expect(await hasSucceeded(hash)).toBe(true)
  expect(await minedBy(key)).toBe(50)
})

test('with the first of two providers away everything goes through the second', async () => {
  const key = await newKey()
  relay.isMute = () => true
  const hashes = await sendMany(senderOf(key, {}, [relay.url, chain.rpcUrl]), 5)
  for (const hash of hashes) expect(await hasSucceeded(hash)).toBe(true)
  expect(await minedBy(key)).toBe(5)
})

test('what the first provider has taken without a word is not sent a second time under another number', async () => {
  const key = await newKey()
  relay.fateOf = () => 'answer-lost'
  const hashes = await sendMany(senderOf(key, {}, [relay.url, chain.rpcUrl]), 5)
  expect(new Set(relay.sent.map((bytes) => keccak256(bytes)))).toEqual(new Set(hashes))
  expect(await minedBy(key)).toBe(5)
})

// These wait for what does not come: each behind a relay of its own, all at once.
test.concurrent('a node that only fails ends as unknown, with the transaction that may yet come', {
  timeout: 20_000,
}, async () => {
  const [key, slow] = [await newKey(), await startRpcRelay(chain.rpcUrl)]
  onTestFinished(() => slow.close())
  slow.fateOf = () => 'lost'
  expect(await senderOf(key, {}, [slow.url])(call())).toMatchObject({
    kind: 'unknown',
    transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  })
})

test.concurrent('numbers that another process has used meanwhile are passed over at once', async () => {
  const [key, slow] = [await newKey(), await startRpcRelay(chain.rpcUrl)]
  onTestFinished(() => slow.close())
  slow.fateOf = (_nth, bytes) => (numberOf(bytes) === 0 ? { keptMs: 60_000 } : 'pass')
  const send = senderOf(key, { confirmForMs: 30_000, raiseAfterMs: 2_000 }, [slow.url])
  const waiting = send(call())
  while (slow.sent.length === 0) await new Promise((done) => setTimeout(done, 5))
  await sendDirectly(key, 12)
  expect((await send(call())).kind).toBe('mined')
  expect(slow.sent.map(numberOf)).toEqual([0, 1, 12])
  expect((await waiting).kind).toBe('mined')
})

test.concurrent('what is never mined ends as unknown, and its number is used again later', async () => {
  const [key, slow] = [await newKey(), await startRpcRelay(chain.rpcUrl)]
  onTestFinished(() => slow.close())
  slow.fateOf = (nth) => (nth <= 2 ? { keptMs: 60_000 } : 'pass')
  const send = senderOf(key, { confirmForMs: 3_500, raiseAfterMs: 2_000 }, [slow.url])
  expect((await send(call())).kind).toBe('unknown')
  expect(slow.sent).toHaveLength(2)
  await new Promise((done) => setTimeout(done, 5_000))
  expect((await send(call())).kind).toBe('mined')
  expect(await minedBy(key)).toBe(1)
})
