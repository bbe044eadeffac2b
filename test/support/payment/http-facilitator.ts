// A real facilitator behind a real HTTP server that can be made to lie, hang, break or vanish on command.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { x402Facilitator } from '@x402/core/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator'
import { facilitatorAccount } from '../../../devnet/accounts.ts'
import type { Devnet } from '../../../devnet/index.ts'
import { officialSigner } from './official-facilitator.ts'
import { asset } from './settings.ts'

type Answer = Record<string, unknown>
/** What to do with a request: honest by default. */
export type Behaviour =
  | { kind: 'honest' }
  | { kind: 'instead'; status?: number; body: string }
  | { kind: 'altered'; alter: (answer: Answer) => Answer }
  | { kind: 'hang'; after: boolean }
  | { kind: 'reset'; after: boolean }

export type HttpFacilitator = {
  readonly url: string
  verify: Behaviour
  settle: Behaviour
  readonly calls: { verify: number; settle: number }
  /** Whether a request may come in at all. */
  mayEnter: (request: IncomingMessage) => boolean
  close(): Promise<void>
}

export async function startHttpFacilitator(chain: Devnet, speaks: readonly (1 | 2)[] = [1, 2]): Promise<HttpFacilitator> {
  const { privateKey } = facilitatorAccount
  const signer = officialSigner({ chainId: asset.chainId, rpcUrl: chain.rpcUrl, privateKey })
  const official = new x402Facilitator()
  if (speaks.includes(2)) official.register(asset.network, new ExactEvmScheme(signer))
  if (speaks.includes(1)) official.registerV1('base-sepolia' as never, new ExactEvmSchemeV1(signer))
  const honest: Behaviour = { kind: 'honest' }
  const self: Pick<HttpFacilitator, 'verify' | 'settle' | 'calls' | 'mayEnter'> = {
    ...{ verify: honest, settle: honest, calls: { verify: 0, settle: 0 } },
    mayEnter: () => true,
  }
  const server: Server = createServer(async (request, response) => {
    const path = request.url!.split('/').at(-1)!
    if (!self.mayEnter(request)) return void response.writeHead(401).end('{"errorType":"unauthorized"}')
    const reply = (answer: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    if (path === 'supported') return void reply(official.getSupported())
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { paymentPayload, paymentRequirements } = JSON.parse(Buffer.concat(parts).toString())
    const action = path as 'verify' | 'settle'
    self.calls[action] += 1
    const behaviour = self[action]
    if (behaviour.kind === 'instead') return void response.writeHead(behaviour.status ?? 200).end(behaviour.body)
    if (behaviour.kind === 'reset' && !behaviour.after) return void request.socket.destroy()
    if (behaviour.kind === 'hang' && !behaviour.after) return
    const answer = (await official[action](paymentPayload, paymentRequirements)) as unknown as Answer
    if (behaviour.kind === 'reset') request.socket.destroy()
    else if (behaviour.kind !== 'hang') reply(behaviour.kind === 'altered' ? behaviour.alter(answer) : answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(self, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}
