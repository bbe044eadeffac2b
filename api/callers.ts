// Whose share of a limit a request takes: its caller's address, and of IPv6 the /64 that one line is given whole.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

export function callerOf(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const { ip } = request
  // A trusted proxy may hand on words that are no address: then it is the proxy's own share.
  return shareOf(isIP(ip) === 0 ? (request.socket.remoteAddress ?? '') : ip)
}

export function shareOf(address: string): string {
  if (isIP(address) !== 6) return address
  const read = ipaddr.process(address.split('%', 1)[0]!)
  return read instanceof ipaddr.IPv6
    ? `${read.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : read.toString()
}
