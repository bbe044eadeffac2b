// A stream client: keeps what arrived, refuses what has not the published shape, and can stop reading.
import { Compile } from 'typebox/compile'
import { WebSocket } from 'ws'
import { serverMessages } from '../../../api/stream/protocol.ts'
import { until } from '../until.ts'

export interface StreamReader {
  readonly socket: WebSocket
  readonly messages: any[]
  readonly closed: () => { code: number; reason: string } | null
  send(message: object | string): void
  /** The first message of a type after `from`. */
  next(type: string, from?: number): Promise<any>
  events(): number[]
  close(): Promise<void>
}

export async function openStream(
  port: number,
  o: { path?: string; headers?: Record<string, string> } = {},
): Promise<StreamReader> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${o.path ?? '/stream'}`, { headers: o.headers ?? {} })
  const messages: any[] = []
  let closed: { code: number; reason: string } | null = null
  socket.on('message', (data) => messages.push(published(JSON.parse(data.toString()))))
  socket.on('close', (code, reason) => {
    closed = { code, reason: reason.toString() }
  })
  await new Promise<void>((opened, failed) => {
    socket.once('open', opened)
    socket.once('error', failed)
  })
  socket.on('error', () => undefined)
  return {
    socket,
    messages,
    closed: () => closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next(type, from = 0) {
      const find = () => messages.slice(from).find((message) => message.type === type)
      await until(`a ${type} message arrives (there are ${messages.length} others)`, () => find() !== undefined).catch(
        (error) => {
          throw new Error(`${(error as Error).message}: ${JSON.stringify(messages).slice(0, 500)}`)
        },
      )
      return find()
    },
    events: () => messages.filter(({ type }) => type === 'update').map(({ event }) => event as number),
    async close() {
      socket.close()
      await until('the stream is closed', () => closed !== null)
    },
  }
}

const validators = Object.fromEntries(Object.entries(serverMessages).map(([type, schema]) => [type, Compile(schema)]))

function published(message: any): any {
  const validator = validators[message.type]
  const faults = validator === undefined ? ['no such type'] : [...validator.Errors(message)]
  if (faults.length > 0) throw new Error(`${JSON.stringify(message).slice(0, 300)}: ${JSON.stringify(faults)}`)
  return message
}
