// Asking several providers: the next one where one fails, a pause where all do, and nothing asked twice that nobody would answer.
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import known from '../../../app/config/deployments.json' with { type: 'json' }
import { checkChainId } from '../../../ingestors/chains/chain.ts'
import { createRpc } from '../../../ingestors/chains/rpc.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

type Answer = { result?: unknown; error?: unknown; status?: number }

async function provider(answers: readonly Answer[]): Promise<{ url: string; asked(): number }> {
  let asked = 0
  const server = createServer((_request, response) => {
    const { status = 200, ...body } = answers[Math.min(asked++, answers.length - 1)]!
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
  const [deployment] = known
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
