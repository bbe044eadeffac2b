// A 402 for a payment that was refused: what is wrong with it; of one that was answered, what its payer has to show to be given the answer again.

import type { Demand } from '../gate/outcome.ts'
import { declareSignIn, signInHeader } from '../proof/sign-in.ts'
import type { Challenge, PreparedRoute } from './challenge.ts'
import { whyOf } from './why.ts'

const message =
  'This payment was used before. Its payer gets the answer again by repeating the request with the same payment and a ' +
  'SIGN-IN-WITH-X header, as extensions["sign-in-with-x"] of PAYMENT-REQUIRED describes; or with the payment-identifier that the ' +
  'first call carried, if that has at least 128 random bits.'

// Behind the code, before the terms: in a log that cuts lines it is still read.
function saying(body: string, message: string): string {
  const { x402Version, error, ...terms } = JSON.parse(body) as Record<string, unknown>
  return JSON.stringify({ x402Version, error, message, ...terms })
}

export function demandOf(prepared: PreparedRoute, resource: string, demand: Demand, now = new Date()): Challenge {
  const plain = prepared.challenge(demand.reason, resource)
  const why = demand.why ?? whyOf(demand.reason)
  if (demand.provableOn === undefined) return why === undefined ? plain : { ...plain, body: saying(plain.body, why) }
  const current = JSON.parse(Buffer.from(plain.header, 'base64').toString('utf8')) as { extensions: Record<string, unknown> }
  // Without the route's description, which the caller knows: a header has to stay short.
  const { bazaar: _, ...others } = current.extensions
  const signIn = { [signInHeader]: declareSignIn(demand.provableOn, resource, now) }
  const header = Buffer.from(JSON.stringify({ ...current, extensions: { ...others, ...signIn } })).toString('base64')
  const body = JSON.stringify({ ...(JSON.parse(plain.body) as object), message, extensions: signIn })
  return { header, body }
}
