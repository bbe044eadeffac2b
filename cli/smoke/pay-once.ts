// Pays for one call the way any x402 version 2 client does, and repeats the same payment while the gateway asks to wait.
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { privateKeyToAccount } from 'viem/accounts'
import type { Usd } from '../../api/payment/terms/money.ts'
import { findOffer, isDearer } from '../paying/offer.ts'

export interface PaidAnswer {
  readonly status: number
  /** Dollars; null where nothing was asked for or paid. */
  readonly price: string | null
  readonly ms: number
  readonly body: any
  readonly transaction: string | null
}

export interface Call {
  readonly url: string
  readonly method: string
  readonly body?: string
}

type Account = ReturnType<typeof privateKeyToAccount>

export interface Limits {
  readonly patienceMs: number
  /** No call that costs more is paid. */
  readonly mostUsd: Usd
}

export async function payOnce(account: Account, call: Call, { patienceMs, mostUsd }: Limits): Promise<PaidAnswer> {
  const ask = (headers: Record<string, string>) =>
    fetch(call.url, {
      method: call.method,
      headers: { ...headers, ...(call.body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: call.body ?? null,
    })
  const deadline = performance.now() + patienceMs
  const waitMsOf = (answer: Response) => 1_000 * Math.min(5, Number(answer.headers.get('retry-after') ?? 1))
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
  let challenge = await ask({})
  // Nothing to sell yet: no price is named.
  while (challenge.status === 503 && performance.now() + waitMsOf(challenge) < deadline) {
    await challenge.body?.cancel()
    await pause(waitMsOf(challenge))
    challenge = await ask({})
  }
  const header = challenge.headers.get('payment-required')
  if (challenge.status !== 402 || header === null) {
    return { status: challenge.status, price: null, ms: 0, body: await challenge.json(), transaction: null }
  }
  await challenge.body?.cancel()
  const document = decode(header)
  const offer = findOffer(document.accepts)
  if (offer === null || isDearer(offer, mostUsd)) {
    const code = offer === null ? 'no_known_token' : 'too_dear'
    return { status: 402, price: offer?.price ?? null, ms: 0, body: { error: { code } }, transaction: null }
  }
  const { accepted } = offer
  const { payload } = await new ExactEvmScheme(account).createPaymentPayload(2, offer.toSign as never)
  const payment = encode({ x402Version: 2, resource: document.resource, accepted, payload })
  for (;;) {
    const startedAt = performance.now()
    const answer = await ask({ 'payment-signature': payment })
    const ms = Math.round(performance.now() - startedAt)
    const body = await answer.json()
    const receipt = answer.headers.get('payment-response')
    const waitMs = waitMsOf(answer)
    if (answer.status === 503 && performance.now() + waitMs < deadline) {
      await pause(waitMs)
      continue
    }
    const transaction = receipt === null ? null : (decode(receipt).transaction as string)
    return { status: answer.status, price: offer.price, ms, body, transaction }
  }
}

const encode = (document: unknown): string => Buffer.from(JSON.stringify(document)).toString('base64')
const decode = (header: string): any => JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
