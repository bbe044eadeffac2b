// Asking several providers: the next one where one fails, a pause where all do, and nothing asked twice that nobody would answer.
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { knownDeployments as known } from '../../../app/config/known-deployments.ts'
import { checkChainId } from '../../../ingestors/chains/chain.ts'
import { createRpc } from '../../../ingestors/chains/rpc.ts'
import { until } from '../../support/until.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

type Answer = { result?: unknown; error?: unknown; status?: number; silent?: true }

async function provider(answers: readonly Answer[]): Promise<{ url: string; asked(): number }> {
  let asked = 0
  const server = createServer((_request, response) => {
    const { status = 200, silent, ...body } = answers[Math.min(asked++, answers.length - 1)]!
    if (silent) return
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }))
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/secret-key`, asked: () => asked }
}

const stop = new AbortController().signal
const rpcOf = (...all: { url: string }[]) => rpcWith(5, ...all)
const rpcWith = (pauseMs: number, ...all: { url: string }[]) =>
  createRpc({ urls: all.map((one) => one.url), stop, pauseMs, timeoutMs: 2_000, rounds: 3 })

test('the second provider answers where the first does not, and is asked first for a while', async () => {
  const [down, up] = [await provider([{ status: 500 }]), await provider([{ result: '0x1' }])]
  // A rest of seconds: on a busy machine a shorter one is over before the second question.
  const rpc = rpcWith(4_000, down, up)
  expect(await rpc.ask('eth_chainId', [])).toBe('0x1')
  expect(await rpc.ask('eth_chainId', [])).toBe('0x1')
  expect([down.asked(), up.asked()]).toEqual([1, 2])
})

test('a provider that recovers is asked again after a pause', async () => {
  const shaky = await provider([{ status: 429 }, { status: 503 }, { result: '0x2' }])
  expect(await rpcOf(shaky).ask('eth_chainId', [])).toBe('0x2')
})

test('an answer that is not believed sends the question on', async () => {
  const [liar, honest] = [await provider([{ result: 'nonsense' }]), await provider([{ result: '0x3' }])]
  const check = (answer: unknown) => {
    if (answer !== '0x3') throw new Error('not that')
    return answer
  }
  expect(await rpcOf(liar, honest).ask('eth_chainId', [], check)).toBe('0x3')
})

test('a slow provider holds nobody up: the next is asked beside it, and first from then on', async () => {
  const [slow, quick] = [await provider([{ silent: true }]), await provider([{ result: '0x4' }])]
  const doubted: unknown[] = []
  const rpc = createRpc({
    ...{ urls: [slow.url, quick.url], stop, pauseMs: 250, timeoutMs: 60_000, hedgeMs: 50 },
    onDoubt: (one) => doubted.push(one),
  })
  expect(await rpc.ask('eth_chainId', [])).toBe('0x4')
  expect(doubted).toEqual([{ provider: 1, why: 'slow', restsMs: 5_000 }])
  expect(await rpc.ask('eth_chainId', [])).toBe('0x4')
  expect([slow.asked(), quick.asked()]).toEqual([1, 2])
})

test('a slow provider that is alone is waited for', async () => {
  const slow = await provider([{ silent: true }, { result: '0x5' }])
  const rpc = createRpc({ urls: [slow.url], stop, pauseMs: 5, timeoutMs: 300, hedgeMs: 20, rounds: 2 })
  expect(await rpc.ask('eth_chainId', [])).toBe('0x5')
  expect(rpc.standing()).toMatchObject([{ provider: 1, doubts: {} }])
})

test('whose answers do not fit rests, twice as long each time, and is still asked where nobody else answers', async () => {
  const [liar, honest] = [
    await provider([{ result: '0x6' }]),
    await provider([{ result: '0x7' }, { result: '0x7' }, { status: 500 }]),
  ]
  const doubted: { provider: number; restsMs: number }[] = []
  const rpc = createRpc({
    ...{ urls: [liar.url, honest.url], stop, pauseMs: 1_000, timeoutMs: 2_000, rounds: 1 },
    onDoubt: (one) => doubted.push(one),
  })
  expect(await rpc.ask('eth_chainId', [])).toBe('0x6')
  rpc.doubt('link')
  expect(await rpc.ask('eth_chainId', [])).toBe('0x7')
  rpc.fits()
  rpc.doubt('link')
  expect(doubted).toMatchObject([{ provider: 1, restsMs: 20_000 }])
  rpc.doubt('head', 1)
  expect(doubted.at(-1)).toMatchObject({ provider: 1, restsMs: 40_000 })
  expect(rpc.standing()).toMatchObject([
    { provider: 1, doubts: { link: 1, head: 1 } },
    { provider: 2, doubts: {} },
  ])
  expect(await rpc.ask('eth_chainId', [])).toBe('0x7')
  expect(await rpc.ask('eth_chainId', [])).toBe('0x6')
})

test('who was guessed to be wrong is, for all that was asked for before: nobody else is blamed for it', async () => {
  const [first, second] = [await provider([{ result: '0x6' }]), await provider([{ result: '0x7' }])]
  const rpc = rpcWith(1_000, first, second)
  const askedAt = Date.now()
  await rpc.ask('eth_chainId', [])
  rpc.doubt('link', undefined, askedAt)
  // The first rests: what follows is the second's.
  await rpc.ask('eth_chainId', [])
  rpc.doubt('link', undefined, askedAt)
  expect(rpc.standing()).toMatchObject([{ doubts: { link: 1 } }, { doubts: {} }])
  await new Promise((later) => setTimeout(later, 5))
  rpc.doubt('link', undefined, Date.now())
  expect(rpc.standing()).toMatchObject([{ doubts: { link: 1 } }, { doubts: { link: 1 } }])
})

test('what the others say leaves out who is doubted, who fails, and who was asked first', async () => {
  const [first, second, away] = [
    await provider([{ result: '0x8' }]),
    await provider([{ result: '0x9' }]),
    await provider([{ status: 500 }]),
  ]
  const rpc = rpcWith(1_000, first, second, away)
  const others = () => rpc.askOthers(1, 'eth_chainId', [], (answer, place) => [answer, place])
  expect(await others()).toEqual([['0x9', 2]])
  rpc.doubt('logs', 2)
  expect(await others()).toEqual([])
  expect(first.asked()).toBe(0)
})

test('one that was only slow is asked with the others as soon as it has rested', async () => {
  const [first, second] = [await provider([{ result: '0x8' }]), await provider([{ result: '0x9' }])]
  const rpc = rpcWith(1, first, second)
  const others = () => rpc.askOthers(1, 'eth_chainId', [], (answer, place) => [answer, place])
  rpc.doubt('slow', 2)
  expect(await others()).toEqual([])
  await until('it has rested', async () => (await others()).length === 1)
  rpc.doubt('logs', 2)
  await new Promise((later) => setTimeout(later, 60))
  expect(rpc.standing()[1]).toMatchObject({ rests_seconds: 0 })
  expect(await others()).toEqual([])
})

test('what every provider would refuse is asked once', async () => {
  const refusing = await provider([{ error: { code: 3, message: 'execution reverted' } }])
  await expect(rpcOf(refusing).ask('eth_call', [])).rejects.toMatchObject({ kind: 'refused', retryable: false })
  expect(refusing.asked()).toBe(1)
})

test('in the end the failure is told, without a word of where the provider lives', async () => {
  const down = await provider([{ status: 500, error: { code: -32_000, message: 'secret-key has no access' } }])
  const failure = await rpcOf(down)
    .ask('eth_chainId', [])
    .catch((error: Error) => error)
  expect(failure).toMatchObject({ code: 'chain_unavailable', kind: 'broken' })
  expect(String((failure as Error).stack)).not.toContain('secret-key')
  expect(down.asked()).toBe(3)
})

test('a provider of another chain is refused, one that is down is not', async () => {
  const deployment = known.find(({ chain_id }) => chain_id === 1)
  const [right, wrong, down] = [
    await provider([{ result: '0x1' }]),
    await provider([{ result: '0x2105' }]),
    await provider([{ status: 500 }]),
  ]
  const check = (...all: { url: string }[]) =>
    checkChainId(deployment!, { urls: all.map((one) => one.url), stop, pauseMs: 5, rounds: 2 })
  await check(right, down)
  await expect(check(right, wrong)).rejects.toThrow('RPC_URL_1 names a provider of chain 8453')
  await expect(check(down)).rejects.toMatchObject({ code: 'chain_unavailable' })
})
