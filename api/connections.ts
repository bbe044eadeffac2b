// Connections that are open: a process can hold only so many, and whoever opens thousands and says nothing keeps nobody else out.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { shareOf } from './callers.ts'

export type ConnectionLimit = {
  readonly most: number
  /** Of one address; all of them where everybody comes through the same proxy. */
  readonly perAddress: number
}

const mostOfAll = 16_384

export function usualConnections(isBehindProxy: boolean, openFiles = readOpenFiles()): ConnectionLimit {
  // As many again are left to databases, brokers, upstreams and files.
  const most = Math.min(mostOfAll, Math.floor(openFiles / 2))
  return { most, perAddress: isBehindProxy ? most : Math.ceil(most / 4) }
}

// Node raises what it is given at first to the hard limit. Where the system does not say, it has plenty.
function readOpenFiles(): number {
  try {
    const [, hard] = /^Max open files +\S+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return hard === undefined ? Number.POSITIVE_INFINITY : Number(hard)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Those on which no request is under way, the longest so first. */
type Quiet = Set<Socket>
type Address = { readonly name: string; open: number; readonly quiet: Quiet }
type Connection = { readonly from: Address; underWay: number }

/** Where there is no room for another, the one goes that has been quiet for the longest: of its own address first. */
export function limitConnections({ server }: FastifyInstance, limit: ConnectionLimit, registry?: Registry): void {
  const open = new Map<Socket, Connection>()
  const byAddress = new Map<string, Address>()
  const allQuiet: Quiet = new Set()
  const cut = exposeConnections(() => open.size, registry)

  const rest = (socket: Socket, { from }: Connection): void => {
    allQuiet.add(socket)
    from.quiet.add(socket)
  }
  const rouse = (socket: Socket, { from }: Connection): void => {
    allQuiet.delete(socket)
    from.quiet.delete(socket)
  }
  const forget = (socket: Socket): void => {
    const connection = open.get(socket)
    if (connection === undefined) return
    open.delete(socket)
    rouse(socket, connection)
    if (--connection.from.open === 0) byAddress.delete(connection.from.name)
  }
  const close = (socket: Socket): void => {
    forget(socket)
    cut?.inc()
    socket.destroy()
  }
  const hasRoom = (from: Address): boolean => {
    const isFull = from.open >= limit.perAddress
    if (!isFull && open.size < limit.most) return true
    const [longest] = isFull ? from.quiet : allQuiet
    if (longest === undefined) return false
    close(longest)
    return true
  }
  const enter = (socket: Socket): void => {
    const name = shareOf(socket.remoteAddress ?? '')
    const from = byAddress.get(name) ?? { name, open: 0, quiet: new Set() }
    if (!hasRoom(from)) return void close(socket)
    from.open++
    byAddress.set(name, from)
    const connection = { from, underWay: 0 }
    open.set(socket, connection)
    rest(socket, connection)
    socket.once('close', () => forget(socket))
  }
  const begin = ({ socket }: IncomingMessage): void => {
    const connection = open.get(socket)
    if (connection !== undefined && connection.underWay++ === 0) rouse(socket, connection)
  }
  const end = (socket: Socket): void => {
    const connection = open.get(socket)
    if (connection !== undefined && --connection.underWay === 0) rest(socket, connection)
  }
  server.on('connection', enter)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    begin(request)
    response.once('close', () => end(request.socket))
  })
  // A stream has limits of its own, and is never quiet.
  server.on('upgrade', begin)
}

export function exposeConnections(count: () => number, registry: Registry | undefined): Counter | undefined {
  if (registry === undefined) return undefined
  new Gauge({
    name: 'tollgate_connections',
    help: 'Connections that are open',
    registers: [registry],
    collect() {
      this.set(count())
    },
  })
  return new Counter({
    name: 'tollgate_connections_cut_total',
    help: 'Connections closed because there was no room for another: quiet ones, and new ones where none was quiet',
    registers: [registry],
  })
}
