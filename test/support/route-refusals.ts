// What a running gateway says to every request its routes must refuse, unpaid and with a good payment beside it.
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { PrivateKeyAccount } from 'viem/accounts'
import { readHeader } from './payment/clients.ts'
import { malformed, type PaidRoute, requestOf, unknownOf, withInput } from './route-inputs.ts'

export interface Refusal {
  readonly route: string
  readonly input: string
  readonly asked: 'malformed' | 'missing' | 'unknown'
  readonly isPaid: boolean
  readonly status: number
  readonly message: string
}

export async function refuseAll(url: string, routes: readonly PaidRoute[], account: PrivateKeyAccount): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  for (const one of routes) {
    const payment = await signFor(url, one, account)
    // A route whose example is not to be had here is asked for by nobody who could pay.
    if (payment === null) continue
    for (const { input, asked, given } of casesOf(one)) {
      const { path, init } = requestOf(one, given)
      const ask = async (headers: Record<string, string>) => {
        const { status, body } = await patiently(url + path, { ...init, headers: { ...init.headers, ...headers } })
        const message = String(body.error?.message ?? '')
        refusals.push({ route: one.name, input, asked, isPaid: 'payment-signature' in headers, status, message })
        return status
      }
      const unpaid = await ask({})
      // Whether the upstream knows such a key is found out by who has paid for the asking, and remembered.
      if (unpaid === 402 && one.route.serve === 'demand') refusals.pop()
      await ask({ 'payment-signature': payment(url + path) })
      if (unpaid === 402 && one.route.serve === 'demand') await ask({})
    }
  }
  return refusals
}

function* casesOf(one: PaidRoute) {
  for (const declared of one.inputs) {
    const { name, isRequired, isInPath } = declared
    yield { input: name, asked: 'malformed' as const, given: withInput(one, { [name]: malformed }) }
    if (isRequired && !isInPath) yield { input: name, asked: 'missing' as const, given: withInput(one, { [name]: undefined }) }
    const unknown = unknownOf(declared)
    if (unknown !== undefined) yield { input: name, asked: 'unknown' as const, given: withInput(one, { [name]: unknown }) }
  }
}

/** A good payment of the route's price, for whatever address of it. */
async function signFor(url: string, one: PaidRoute, account: PrivateKeyAccount): Promise<((url: string) => string) | null> {
  const { path, init } = requestOf(one, withInput(one, {}))
  const answer = await fetch(url + path, init)
  if (answer.status !== 402) return null
  const challenge = readHeader(answer, 'payment-required')
  const accepted = challenge.accepts.find(({ network }: { network: string }) => network.startsWith('eip155:'))
  const { payload } = await new ExactEvmScheme(account).createPaymentPayload(2, accepted)
  return (asked) => {
    const resource = { ...challenge.resource, url: asked.split('?')[0] }
    return Buffer.from(JSON.stringify({ x402Version: 2, resource, accepted, payload })).toString('base64')
  }
}

// So many questions from one address are more than it may ask at once.
async function patiently(url: string, init: RequestInit): Promise<{ status: number; body: any }> {
  for (;;) {
    const answer = await fetch(url, init)
    const body = await answer.json()
    if (answer.status !== 429) return { status: answer.status, body }
    await new Promise((done) => setTimeout(done, 1_000 * Number(answer.headers.get('retry-after') ?? 1)))
  }
}
