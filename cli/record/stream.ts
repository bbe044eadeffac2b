// Listens to a venue for a while and writes down every frame with its time, as the recorded world plays it.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { messageOf } from '../../base/errors.ts'
import { createHttpClient } from '../../ingestors/client/http.ts'
import { listen } from '../../ingestors/client/stream.ts'
import type { StreamSource } from '../../ingestors/streams/define.ts'
import { recordedStream } from '../../ingestors/streams/stand-in.ts'

/** 0: frames came and our parser reads them all. */
export async function recordStream(
  stream: StreamSource,
  folder: string,
  seconds: number,
  print: (line: string) => void,
  url = stream.url,
): Promise<0 | 1> {
  mkdirSync(folder, { recursive: true })
  const file = recordedStream(folder, stream.source)
  writeFileSync(file, '')
  const signal = AbortSignal.timeout(seconds * 1_000)
  const http = createHttpClient()
  const units: unknown = await stream.prepare(http, signal).finally(() => http.close())
  const startedAt = Date.now()
  const seen = { frames: 0, events: 0, unreadable: 0 }
  let first: string | null = null
  await listen({
    url,
    subscribe: stream.subscribe,
    heartbeat: stream.heartbeat,
    silentMs: stream.silentMs,
    signal,
    onUp: () => print(`${stream.source}: listening`),
    onDown: (reason) => print(`${stream.source}: ${reason}`),
    onFrame(frame) {
      appendFileSync(file, `${JSON.stringify({ afterMs: Date.now() - startedAt, frame })}\n`)
      seen.frames++
      try {
        seen.events += stream.read(frame, units).length
      } catch (error) {
        seen.unreadable++
        first ??= messageOf(error)
      }
    },
  })
  const fault = first === null ? '' : `, ${seen.unreadable} of them our parser does not read: ${first}`
  print(`${stream.source}: ${seen.frames} frames in ${seconds} s with ${seen.events} events${fault}; written to ${file}`)
  return seen.frames > 0 && seen.unreadable === 0 ? 0 : 1
}
