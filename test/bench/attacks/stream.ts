// A reader of the live stream: keeps what arrived, and waits for what should.
import { WebSocket } from 'ws'
import { until } from '../../support/until.ts'

export interface Stream {
  readonly messages: any[]
  say(message: object): void
  /** The first message of one of these types; null if none comes in time. */
  next(types: readonly string[], waitMs?: number): Promise<any>
  /** Until nothing more has come for a moment. */
  settle(): Promise<void>
  close(): void
}

export async function openStream(url: string): Promise<Stream> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/stream`)
  const messages: any[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await new Promise((opened, failed) => {
    socket.once('open', opened)
    socket.once('error', failed)
  })
  socket.on('error', () => undefined)
  const stream: Stream = {
    messages,
    say: (message) => socket.send(JSON.stringify(message)),
    async next(types, waitMs = 20_000) {
      const find = () => messages.find(({ type }) => types.includes(type))
      await until(`one of ${types.join(', ')}`, () => find() !== undefined, waitMs).catch(() => undefined)
      return find() ?? null
    },
    async settle() {
      for (let seen = -1; seen !== messages.length; ) {
        seen = messages.length
        await new Promise((next) => setTimeout(next, 1_000))
      }
    },
    close: () => socket.terminate(),
  }
  return stream
}
