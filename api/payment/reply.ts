// Writes the gate's decisions as HTTP: status, both dialects' headers, caching and browser access.
import type { FastifyReply } from 'fastify'
import { watchDeparture } from './gate/departure.ts'
import type { Delivery, Demand, Receipt, Refusal } from './gate/outcome.ts'
import type { Challenge, PreparedRoute } from './terms/challenge.ts'
import { demandOf } from './terms/demand-proof.ts'

const paymentHeaders = 'PAYMENT-SIGNATURE, X-PAYMENT'
const exposed = 'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, Retry-After'
// The official clients send the one on exposed headers as a request header.
const allowed = `${paymentHeaders}, PAYMENT-IDENTIFIER, SIGN-IN-WITH-X, Access-Control-Expose-Headers, Content-Type, If-None-Match`

const browserHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
const challengeHeaders = {
  'cache-control': 'no-store',
  vary: paymentHeaders,
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

export function allowBrowsers(reply: FastifyReply): void {
  reply.headers(browserHeaders)
}

export const preflightHeaders = (methods: string) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': methods,
  'access-control-allow-headers': allowed,
  'access-control-max-age': '86400',
})

/** A page may send either, to be told of the wrong one in words; what is taken stands in `allow`. */
export function writePreflight(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  return reply.code(204).headers(preflightHeaders('GET, POST')).header('allow', allowed.join(', ')).send()
}

export function writeChallenge(reply: FastifyReply, prepared: PreparedRoute, resource: string, demand: Demand): string {
  const { header, body } = demandOf(prepared, resource, demand)
  const { receipt } = demand
  reply.code(402).headers(challengeHeaders).header('payment-required', header)
  if (receipt) writeReceipt(reply, receipt)
  return body
}

type Written = { readonly head: string[]; readonly encoding: 'latin1' | 'utf8' }
const written = new WeakMap<Challenge, Written>()

/** The price alone, which is asked for most: written at once, past the steps of other answers. */
export function sendPrice(reply: FastifyReply, challenge: Challenge): void {
  let price = written.get(challenge)
  if (price === undefined) {
    const length = Buffer.byteLength(challenge.body)
    const all = { ...browserHeaders, 'payment-required': challenge.header, ...challengeHeaders, 'content-length': String(length) }
    // Plain ASCII goes out as it is; of UTF-8 node first makes a copy, of a size that it has to find out.
    price = { head: Object.entries(all).flat(), encoding: length === challenge.body.length ? 'latin1' : 'utf8' }
    written.set(challenge, price)
  }
  reply.hijack()
  reply.raw.writeHead(402, price.head).end(challenge.body, price.encoding)
}

export function writeAnswer(reply: FastifyReply, { answer, receipt, departure }: Delivery): string {
  watchDeparture(reply.request.carrier ?? reply.raw, departure)
  writeReceipt(reply, receipt)
  reply.code(200).header('content-type', answer.type).header('cache-control', 'private, no-store').header('vary', paymentHeaders)
  return answer.body
}

/** The handler's own answer to a paid request: a failure, of which no cache may make anybody else's. */
export function writePassed(reply: FastifyReply, receipt: Receipt | null): void {
  if (receipt !== null) writeReceipt(reply, receipt)
  reply.header('cache-control', 'no-store').header('vary', paymentHeaders)
}

export function writeRefusal(reply: FastifyReply, refusal: Refusal): string {
  const { code, message, retryAfterSeconds } = refusal
  const error = { code, message, ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }) }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  reply.code(refusal.status).header('cache-control', 'no-store').header('vary', paymentHeaders)
  reply.header('content-type', 'application/json; charset=utf-8')
  return JSON.stringify({ error })
}

export function writeReceipt(reply: FastifyReply, receipt: Receipt): void {
  const header = Buffer.from(JSON.stringify(receipt)).toString('base64')
  reply.header('payment-response', header).header('x-payment-response', header)
}
