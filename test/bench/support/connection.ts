// One kept-open HTTP connection with the least work a client can do, for what drives a server shares its processors.
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: Buffer
}

export interface Connection {
  /** One at a time; the answer is whole when this returns. */
  get(path: string, headers: Readonly<Record<string, string>>): Promise<Answer>
  close(): void
}

const endOfHead = Buffer.from('\r\n\r\n')

export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise((opened, failed) => socket.once('connect', opened).once('error', failed))
  const next = readAnswers(socket)
  return {
    get(path, headers) {
      const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${fields.join('')}\r\n`, 'latin1')
      return next()
    },
    close: () => socket.destroy(),
  }
}

function readAnswers(socket: Socket): () => Promise<Answer> {
  let waiting: PromiseWithResolvers<Answer> | null = null
  let read: Buffer = Buffer.alloc(0)
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail).on('close', () => fail(new Error('the server closed the connection in the middle of an answer')))
  socket.on('data', (chunk) => {
    read = read.length === 0 ? chunk : Buffer.concat([read, chunk])
    const headLength = read.indexOf(endOfHead)
    if (headLength === -1) return
    const head = read.toString('latin1', 0, headLength)
    const status = Number(head.slice(9, 12))
    const length = status === 304 ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) return fail(new Error('the server sent an answer without a length'))
    const end = headLength + endOfHead.length + Number(length)
    if (read.length < end) return
    const body = read.subarray(headLength + endOfHead.length, end)
    read = read.subarray(end)
    const retryAfter = /\r\nretry-after: *(\d+)/i.exec(head)?.[1] ?? null
    waiting!.resolve({ status, retryAfter, body })
  })
  return () => {
    waiting = Promise.withResolvers()
    return waiting.promise
  }
}
