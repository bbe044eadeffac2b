// One HTTP/1.1 connection to the pinned addresses of one hop: no cookies, no reuse, no redirects of its own.
import type { Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import { buildConnector, Client } from 'undici'
import { isProxied, tunnelTo } from '../way-out.ts'
import { judgeAddress } from './address.ts'
import { pinnedLookup } from './pin.ts'
import type { FetchPolicy } from './policy.ts'
import { FetchRefusal } from './refusal.ts'

// A body in chunks of a few bytes is twice its size on the wire; encryption adds little.
const framingShare = 2

export function openConnection(origin: string, addresses: readonly string[], policy: FetchPolicy): Client {
  const connect = buildConnector({
    lookup: pinnedLookup(addresses),
    autoSelectFamily: addresses.length > 1,
    autoSelectFamilyAttemptTimeout: 300,
    timeout: policy.connectTimeoutMs,
    allowH2: false,
    maxCachedSessions: 0,
    ...(policy.extraAuthorities.length > 0 ? { ca: [...rootCertificates, ...policy.extraAuthorities] } : {}),
  })
  const isStraight = !isProxied() || addresses.every(isBesideUs)
  return new Client(origin, {
    connect: (options, callback) => {
      const take: buildConnector.Callback = (error, socket) => {
        if (error !== null) return callback(error, null)
        // A proxy was given the checked address itself, and where its socket goes says nothing.
        const stray = isStraight ? strayPeer(socket, policy) : null
        if (stray === null) {
          capSocket(socket, policy)
          return callback(null, socket)
        }
        socket.destroy()
        callback(stray, null)
      }
      if (isStraight) return connect(options, take)
      const port = options.port || (options.protocol === 'https:' ? '443' : '80')
      tunnelTo(addresses, port, policy.connectTimeoutMs).then(
        (tunnel) => (options.protocol === 'https:' ? connect({ ...options, httpSocket: tunnel }, take) : take(null, tunnel)),
        (error) => callback(error, null),
      )
    },
    pipelining: 1,
    maxHeaderSize: policy.maxHeaderBytes,
    headersTimeout: policy.idleTimeoutMs,
    bodyTimeout: policy.idleTimeoutMs,
    keepAliveTimeout: 1,
    allowH2: false,
  })
}

const isBesideUs = (address: string): boolean => {
  const verdict = judgeAddress(address, { allowLoopback: false, refusedNetworks: [] })
  return !verdict.reachable && verdict.kind === 'loopback'
}

// The look-up above already decides where the socket goes; this asks the kernel where it went.
function strayPeer(socket: Socket, policy: FetchPolicy): FetchRefusal | null {
  const peer = socket.remoteAddress
  const verdict = peer === undefined ? null : judgeAddress(peer, policy)
  if (verdict === null) return new FetchRefusal('connect_failed')
  return verdict.reachable ? null : new FetchRefusal('address_refused', { cause: verdict.kind })
}

// Chunk extensions, trailers and heads in between are no body and no header: only the socket sees all that comes.
function capSocket(socket: Socket, { maxHeaderBytes, maxWireBytes }: FetchPolicy): void {
  const most = socket.bytesRead + maxHeaderBytes + framingShare * maxWireBytes
  socket.on('readable', () => {
    if (socket.bytesRead > most) socket.destroy(new FetchRefusal('body_too_large'))
  })
}
