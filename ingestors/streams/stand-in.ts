// A server in the venues' place: plays a source's frames in the demo world, and what was recorded in the recorded one.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import { discover } from '../../base/discover.ts'
import { TollgateError } from '../../base/errors.ts'

/** Frames that a venue would send from one second to the next. */
export type FrameSample = (source: string, second: number) => readonly string[]

export interface StandIn {
  reroute(source: string): string
  stop(): Promise<void>
}

const dayMs = 86_400_000
const pingSeconds = 5

/** `recorded`: a folder of <source>.stream.jsonl, a line a frame with the milliseconds it came after the first. */
export async function startStandIn(recorded: string | null): Promise<StandIn> {
  const samples = [...(await discover<FrameSample>(new URL('../sources/', import.meta.url), 'samples/frames.ts')).values()]
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((listening) => server.once('listening', listening))
  server.on('connection', (socket, request) => {
    const source = new URL(request.url ?? '/', 'http://local').searchParams.get('source') ?? ''
    const frames = recorded === null ? null : readRecorded(recorded, source)
    let sent = 0
    const startedAt = Date.now()
    const timer = setInterval(() => {
      if (frames === null) {
        const second = Math.floor(Date.now() / 1_000)
        // A venue where nothing happens says that it is there.
        if (second % pingSeconds === 0) socket.ping()
        for (const frame of samples.flatMap((sample) => sample(source, second))) socket.send(frame)
      } else
        for (; sent < frames.length && frames[sent]!.afterMs <= Date.now() - startedAt; sent++) socket.send(frames[sent]!.frame)
    }, 1_000)
    socket.on('close', () => clearInterval(timer))
  })
  const { port } = server.address() as { port: number }
  return {
    reroute(source) {
      if (recorded !== null && !existsSync(recordedStream(recorded, source)))
        throw new TollgateError('upstream_refused', `not recorded: the stream ${source}`, { detailCode: 'not_recorded' })
      return `ws://127.0.0.1:${port}/?source=${source}`
    },
    stop: () =>
      new Promise((stopped) => {
        for (const client of server.clients) client.terminate()
        server.close(() => stopped())
      }),
  }
}

export const recordedStream = (folder: string, source: string): string => join(folder, `${source}.stream.jsonl`)

function readRecorded(folder: string, source: string): { afterMs: number; frame: string }[] {
  return readFileSync(recordedStream(folder, source), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { afterMs: number; frame: string })
    .filter(({ afterMs }) => afterMs >= 0 && afterMs < dayMs)
}
