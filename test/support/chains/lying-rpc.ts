// A provider between the program and a real chain that lies, sleeps, cuts off, refuses or forgets, as a plan says call by call.
import { createServer } from 'node:http'
import { toEventSelector } from 'viem'

export type Fault =
  | 'honest'
  | 'wrong hash'
  | 'other logs'
  | 'lost logs'
  | 'borrows hidden'
  | 'silent'
  | 'cut off'
  | 'too many requests'
  | 'range refused'
  | 'other block'
  | 'page'
  | 'old head'

export interface LyingRpc {
  readonly url: string
  /** How often each fault was really played. */
  readonly played: Map<Fault, number>
  asked(): number
  /** The same by method; of `eth_getBlockByNumber` the newest block apart, as `head`. */
  readonly calls: Map<string, number>
  /** What each call meets, by its method and, of a search, whether it is over more blocks than such a provider allows. */
  behave(plan: (method: string, isWide: boolean) => Fault): void
  close(): Promise<void>
}

const mostBlocks = 3
/** How far a provider that stands still is behind. */
export const oldBy = 40
const borrows = new Set<string>([
  toEventSelector('Borrow(address,address,address,uint256,uint8,uint256,uint16)'),
  toEventSelector('Borrow(bytes32,address,address,address,uint256,uint256)'),
])
/** How many blocks a search for logs is over; of a block by its name, and of any other call, none. */
function span({ method, params }: { method: string; params: any[] }): number {
  if (method !== 'eth_getLogs' || params[0].fromBlock === undefined) return 0
  return Number(params[0].toBlock) - Number(params[0].fromBlock) + 1
}

const flip = (hash: string) => `0x${hash.at(2) === 'f' ? '0' : 'f'}${hash.slice(3)}`

export async function startLyingRpc(target: string): Promise<LyingRpc> {
  let plan: (method: string, isWide: boolean) => Fault = () => 'honest'
  const played = new Map<Fault, number>()
  let asks = 0
  const calls = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    asks++
    const asked = JSON.parse(Buffer.concat(parts).toString())
    const called = asked.params[0] === 'latest' ? 'head' : asked.method
    calls.set(called, (calls.get(called) ?? 0) + 1)
    const fault = plan(asked.method, span(asked) > mostBlocks)
    const note = () => played.set(fault, (played.get(fault) ?? 0) + 1)
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (code: number, message: string) => send({ jsonrpc: '2.0', id: asked.id, error: { code, message } })
    if (fault === 'silent') return void note()
    if (fault === 'too many requests') {
      note()
      return void response.writeHead(429, { 'retry-after': '0' }).end('slow down https://provider.example/secret-key')
    }
    if (fault === 'page') {
      note()
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>')
    }
    if (fault === 'range refused' && span(asked) > mostBlocks) {
      note()
      return void refuse(-32005, `query exceeds max block range ${mostBlocks}`)
    }
    if (fault === 'other block' && asked.method === 'eth_call' && asked.params[1] !== undefined) {
      note()
      asked.params[1] = `0x${Math.max(1, Number(asked.params[1]) - 2).toString(16)}`
    }
    const pass = () =>
      fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) })
    if (fault === 'old head' && asked.params[0] === 'latest') {
      note()
      const newest = (await (await pass()).json()) as { result: { number: string } }
      asked.params[0] = `0x${Math.max(0, Number(newest.result.number) - oldBy).toString(16)}`
    }
    const answer = await pass()
    const body = (await answer.json()) as { result?: any }
    if (fault === 'wrong hash' && body.result?.hash !== undefined) {
      note()
      body.result.hash = flip(body.result.hash)
    }
    if (Array.isArray(body.result) && body.result.length > 0) {
      if (fault === 'other logs') {
        note()
        for (const log of body.result) log.blockHash = flip(log.blockHash)
      }
      if (fault === 'borrows hidden' && asked.method === 'eth_getLogs') {
        note()
        body.result = body.result.filter((log: { topics: string[] }) => !borrows.has(log.topics[0]!))
      }
      // An index that lags behind the blocks: a range comes back empty, a block asked for by its name does not.
      if (fault === 'lost logs' && asked.params[0].fromBlock !== undefined) {
        note()
        body.result = []
      }
    }
    if (fault === 'cut off') {
      note()
      const text = JSON.stringify(body)
      response.writeHead(200, { 'content-length': text.length }).write(text.slice(0, text.length / 2))
      return void response.destroy()
    }
    send(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    played,
    asked: () => asks,
    calls,
    behave(next) {
      plan = next
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
