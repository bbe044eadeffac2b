// Who may read what is the operator's alone: whoever knows ADMIN_TOKEN, from this machine unless it is said otherwise.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../../base/clock.ts'
import { TollgateError } from '../../base/errors.ts'
import { callerOf } from '../callers.ts'
import { sendError } from '../errors.ts'
import { createRateLimiter } from '../payment/rate-limit.ts'

export interface OperatorSettings {
  /** Null: nobody is. */
  readonly adminToken: string | null
  readonly adminFrom: 'loopback' | 'anywhere'
}

// A token is 16 characters at least: so many guesses find none.
const guesses = { burst: 10, perSecond: 1 / 6 }

/** Sends the refusal itself and tells so. */
export type RefuseStranger = (request: FastifyRequest, reply: FastifyReply) => boolean

export function createOperatorCheck(settings: OperatorSettings, clock: Clock): RefuseStranger {
  const wrong = createRateLimiter(guesses, clock)
  return (request, reply) => {
    reply.header('cache-control', 'no-store')
    // The same words as for any address that is none: a stranger learns nothing of it.
    if (settings.adminToken === null || (settings.adminFrom === 'loopback' && !isFromHere(request))) {
      sendError(reply, new TollgateError('route_unknown', 'No such route; /catalog.json lists what there is.'))
      return true
    }
    const caller = callerOf(request)
    const wait = wrong.waitOf(caller)
    if (wait !== null) {
      sendError(reply, new TollgateError('busy', 'Too many wrong tokens from this address.', { retryAfterSeconds: wait }))
      return true
    }
    const given = tokenOf(request.headers.authorization)
    if (given !== null && isSame(given, settings.adminToken)) return false
    if (given !== null) wrong.take(caller)
    reply
      .code(401)
      .headers({
        'www-authenticate': 'Basic realm="Tollgate: ADMIN_TOKEN as the password", charset="UTF-8"',
        'content-type': 'application/json',
      })
      .send(
        JSON.stringify({
          error: { code: 'operator_only', message: 'ADMIN_TOKEN is the password; the user name may be anything.' },
        }),
      )
    return true
  }
}

/** A proxy on this machine speaks for the world: what it forwards is from here only where it is trusted to say so. */
function isFromHere({ ip, headers, ips }: FastifyRequest): boolean {
  if (
    ips === undefined &&
    (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined)
  )
    return false
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'
}

function tokenOf(authorization: string | undefined): string | null {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return null
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

// Digests are of one length: neither the time nor an error tells how much of a guess was right.
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))
