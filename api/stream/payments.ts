// Sells full bodies on a stream: one payment, the same x402 payload as on a route, buys a number of updates of one subscription.

import { TollgateError } from '../../base/errors.ts'
import type { HeldCredit, StreamCredits } from '../../db/payments/stream-credits.ts'
import type { Gate, HandlerResult } from '../payment/gate/index.ts'
import type { Outcome, Receipt, Ticket } from '../payment/gate/outcome.ts'
import type { PreparedRoute } from '../payment/terms/challenge.ts'
import { demandOf } from '../payment/terms/demand-proof.ts'
import { usd } from '../payment/terms/money.ts'
import type { PaidRoute } from '../payment/terms/route.ts'
import type { StreamMessage } from './messages.ts'
import type { StreamedRoute, Subject } from './names.ts'
import { streamPrice, updatesPerPayment } from './offer.ts'
import { StreamRefusal } from './refusal.ts'

/** Where the subscriber is, as a request says it. */
export interface Counter {
  readonly host: string
  readonly resource: string
  readonly isOwnHost: boolean
  /** Whose share of the limits it takes. */
  readonly caller: string
}

export interface StreamPaymentDependencies {
  readonly gate: Gate
  readonly prepare: (route: PaidRoute) => (ownHost: boolean) => PreparedRoute
  readonly credits: StreamCredits
  /** How many rows the route has now. */
  countRows(route: StreamedRoute): Promise<number>
}

export interface Bought {
  readonly credit: HeldCredit
  readonly receipt: Receipt
}

/** What a subscriber pays with, or proves that it has paid. */
export type Proof = Pick<StreamMessage, 'payment' | 'sign_in_with_x'>

export interface StreamPayments extends Pick<StreamCredits, 'findDelivered' | 'use'> {
  /**
   * Charges, or finds what was charged before; throws a document of `refusalOf` where nothing is to be had. Whether a repeated payment
   * comes from its payer is the gate's to say: what it answers again moves the credit to this holder.
   */
  buy(subject: Subject, proof: Proof, counter: Counter, holder: string): Promise<Bought>
}

export function createStreamPayments({ gate, prepare, credits, countRows }: StreamPaymentDependencies): StreamPayments {
  const prepared = new Map<StreamedRoute['route'], (ownHost: boolean) => PreparedRoute>()
  const prepareOnce = ({ service, route }: StreamedRoute, ownHost: boolean): PreparedRoute => {
    const known = prepared.get(route) ?? prepare(paidStreamOf({ service, route }))
    prepared.set(route, known)
    return known(ownHost)
  }
  return {
    async buy(subject, proof, counter, holder) {
      if (subject.route.price === 'free')
        throw new TollgateError('input_invalid', `${subject.name} is free; there is nothing to buy.`)
      const route = prepareOnce(subject, counter.isOwnHost)
      const { resource, host } = counter
      const refuse = async (outcome: Outcome) => {
        const rows = subject.key === null ? await countRows(subject) : 1
        return new StreamRefusal(refusalOf(outcome, route, { name: subject.name, rows }, resource))
      }
      // What was paid for is this subscription on this host, as a payment on a route is for one request.
      const shape = { method: 'GET', host, path: '/stream', query: '', body: { subscribe: [subject.name] } }
      const admission = await gate.admit({ prepared: route, resource, shape, headers: headersOf(proof), caller: counter.caller })
      if (admission.kind === 'challenge' || admission.kind === 'refused') throw await refuse(admission)
      const end =
        admission.kind === 'serve' ? await gate.finish(admission.ticket, purchaseOf(subject, admission.ticket)) : admission
      if (end.kind === 'pass') throw new TollgateError('internal', 'a purchase of a stream cannot pass unpaid')
      if (end.kind !== 'answer') throw await refuse(end)
      const { stream } = JSON.parse(end.answer.body) as { stream: Purchase }
      const wanted = { paymentId: stream.payment, name: stream.name, bought: stream.updates }
      const credit = await credits.hold(wanted, holder).catch((error: unknown) => {
        end.departure.tell(false)
        throw error
      })
      // The credit is this connection's: from here on only its payer's proof moves it to another.
      end.departure.tell(true)
      return { credit, receipt: end.receipt }
    },
    findDelivered: credits.findDelivered,
    use: credits.use,
  }
}

interface Purchase {
  readonly payment: string
  readonly name: string
  readonly updates: number
}

function purchaseOf({ name }: Subject, { id }: Ticket): HandlerResult {
  const stream: Purchase = { payment: id, name, updates: updatesPerPayment }
  return { status: 200, answer: { type: 'application/json', body: JSON.stringify({ stream }) } }
}

export function paidStreamOf({ service, route }: StreamedRoute): PaidRoute {
  return {
    method: 'GET',
    path: `/stream${route.path}`,
    prefix: `/api/${service.label}`,
    price: streamPrice(usd(route.price)),
    summary: `The next ${updatesPerPayment} updates of ${service.label}${route.path}, pushed as they happen. ${route.summary}`,
    tags: route.tags,
    ...(route.usdg === undefined ? {} : { usdg: route.usdg }),
  }
}

// As the headers of a request on the paid route.
function headersOf({ payment, sign_in_with_x: signedIn }: Proof): Record<string, string> {
  const headers: Record<string, string> = signedIn === undefined ? {} : { 'sign-in-with-x': signedIn }
  if (payment === undefined) return headers
  const document = typeof payment === 'string' ? parseHeader(payment) : payment
  const text = typeof payment === 'string' ? payment : Buffer.from(JSON.stringify(payment)).toString('base64')
  return { ...headers, [document?.x402Version === 1 ? 'x-payment' : 'payment-signature']: text }
}

// The gate says what is wrong with it; here only its dialect is looked for.
function parseHeader(text: string): { x402Version?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as { x402Version?: unknown } | null
  } catch {
    return null
  }
}

function refusalOf(
  outcome: Outcome,
  route: PreparedRoute,
  { name, rows }: { readonly name: string; readonly rows: number },
  resource: string,
): object {
  if (outcome.kind === 'answer') return {}
  if (outcome.kind === 'refused') {
    const { code, message, retryAfterSeconds } = outcome
    const error = { code, message, ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }) }
    return { type: 'error', status: outcome.status, name, error }
  }
  const { header, body } = demandOf(route, resource, outcome)
  const [current, legacy] = [Buffer.from(header, 'base64').toString('utf8'), body].map((text) => JSON.parse(text) as unknown)
  const receipt = outcome.receipt === undefined ? {} : { receipt: outcome.receipt }
  return {
    type: 'payment_required',
    status: 402,
    name,
    updates: updatesPerPayment,
    rows,
    ...(rows > 1 ? { note: noteOf(name, rows) } : {}),
    payment_required: current,
    legacy,
    ...receipt,
  }
}

// Who takes a name for the answer of its route would have ten updates used up by one refresh.
const noteOf = (name: string, rows: number): string =>
  `${name} stands for ${rows} rows, and each that changes uses one of the ${updatesPerPayment} updates. For one row name its inputs, as in a URL: ${name}?… (${name}? is the row that the route answers without inputs, where it needs none).`
