// A real TCP server on a free local port for answers no well-behaved HTTP server would send; it counts its connections.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type RawServer = { port: number; connections(): number; open(): number; close(): Promise<void> }

// `answer` is called once per request with its path, after the request's head has arrived.
export async function startRawServer(
  answer: (path: string, socket: Socket, head: string) => void,
  options: { host?: string; port?: number } = {},
): Promise<RawServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let head = ''
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      const request = head
      head = ''
      answer(request.split(' ')[1] ?? '', socket, request)
    })
  })
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export function respond(socket: Socket, status: string, headers: Record<string, string>, body: string | Buffer = ''): void {
  const bytes = Buffer.from(body)
  const lines = Object.entries({ 'content-length': String(bytes.length), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`)
  socket.write(bytes)
}
