// Tells every stream connection that it is alive, and ends those that say nothing in return.
import type { WebSocket } from 'ws'
import type { Outbox } from './outbox.ts'

export interface Connection {
  readonly socket: Pick<WebSocket, 'ping' | 'terminate'>
  readonly outbox: Outbox
  readonly session: { end(): void }
  isAlive: boolean
}

export type Connections = Set<Connection>

export function createHeartbeat(connections: Connections, everySeconds: number): () => void {
  const timer = setInterval(() => {
    const beat = JSON.stringify({ type: 'heartbeat', at: new Date().toISOString() })
    for (const connection of connections) {
      if (!connection.isAlive) connection.outbox.end('no_heartbeat', 'No answer to the last heartbeat.')
      connection.isAlive = false
      connection.socket.ping()
      connection.outbox.send(beat)
    }
  }, everySeconds * 1_000)
  timer.unref()
  return () => clearInterval(timer)
}
