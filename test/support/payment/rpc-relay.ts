// A relay before a real chain that loses, delays, refuses or answers for it, one sent transaction at a time.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Hex, keccak256 } from 'viem'

/**
 * What becomes of one `eth_sendRawTransaction`: lost on the way there, on the way back, late, answered by a node of our making, or
 * answered well and kept from the chain for a while.
 */
export type Fate =
  | 'pass'
  | 'lost'
  | 'answer-lost'
  | { afterMs: number }
  | { after: Promise<unknown> }
  | { says: string }
  | { keptMs: number }
  | { keptUntil: Promise<unknown> }

export type RpcRelay = {
  readonly url: string
  readonly sent: Hex[]
  /** Called as soon as the chain has answered to what was passed on. */
  whenPassed: (bytes: Hex) => void
  fateOf: (nth: number, bytes: Hex) => Fate
  /** Calls of this name get no answer. */
  isMute: (method: string) => boolean
  /** How many calls came in each request that asked for more than one at once. */
  readonly batches: number[]
  answersBatch: (answers: unknown[]) => unknown
  close(): Promise<void>
}

export async function startRpcRelay(target: string): Promise<RpcRelay> {
  const relay = {
    sent: [] as Hex[],
    whenPassed: (_bytes: Hex): void => undefined,
    fateOf: (_nth: number, _bytes: Hex): Fate => 'pass',
    isMute: (_method: string) => false,
    batches: [] as number[],
    answersBatch: (answers: unknown[]): unknown => answers,
  }
  const pass = (body: string) =>
    fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then((r) => r.text())
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const asked = JSON.parse(body)
    if (Array.isArray(asked)) {
      relay.batches.push(asked.length)
      return void response.end(JSON.stringify(relay.answersBatch(JSON.parse(await pass(body)))))
    }
    const { id, method, params } = asked
    let fate: Fate = 'pass'
    if (method === 'eth_sendRawTransaction') fate = relay.fateOf(relay.sent.push(params[0]), params[0])
    if (fate === 'lost' || relay.isMute(method)) return void request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    if (typeof fate === 'object' && 'says' in fate) {
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: fate.says } }))
    }
    if (typeof fate === 'object' && ('keptMs' in fate || 'keptUntil' in fate)) {
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: keccak256(params[0]) }))
      await ('keptUntil' in fate ? fate.keptUntil : sleep(fate.keptMs, undefined, { ref: false }))
      return void pass(body).catch(() => undefined)
    }
    if (typeof fate === 'object') await ('after' in fate ? fate.after : sleep(fate.afterMs))
    const answer = await pass(body)
    if (method === 'eth_sendRawTransaction') relay.whenPassed(params[0])
    if (fate === 'answer-lost') request.socket.destroy()
    else response.end(answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(relay, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}
