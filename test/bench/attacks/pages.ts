// A site of the attacker's, on this machine: the gateway is told that callers' URLs may point here.
import type { Socket } from 'node:net'
import { respond, startRawServer } from '../../support/raw-server.ts'
import type { Own } from './attack.ts'

export interface Site extends Own {
  readonly origin: () => string
}

export type Serve = (path: string, socket: Socket) => void

/** `site` is known once the program that may read it has been started. */
export function pagesOf(serve: Serve): { own: () => Promise<Own>; origin: () => string } {
  let port = 0
  return {
    origin: () => `http://127.0.0.1:${port}`,
    async own() {
      const server = await startRawServer((path, socket) => serve(path, socket))
      port = server.port
      return { env: { ALLOW_LOOPBACK_URLS: 'yes', URL_PORTS: String(port) }, stop: () => server.close() }
    },
  }
}

export const page = (socket: Socket, type: string, body: string | Buffer) =>
  respond(socket, '200 OK', { 'content-type': type }, body)

export const absent = (socket: Socket) => respond(socket, '404 Not Found', { 'content-type': 'text/plain' })
