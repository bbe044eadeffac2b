// Listens to a WebSocket for as long as it is told to: connects again, subscribes again, notices silence, and says when it heard nothing.
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import { messageOf } from '../../base/errors.ts'
import { wayOutOfStream } from '../../base/way-out.ts'

export interface StreamOptions {
  readonly url: string
  /** Sent on every connection, first thing. */
  readonly subscribe: readonly string[]
  /** Said so often by us; a venue that hears nothing hangs up. */
  readonly heartbeat: { readonly frame: string | null; readonly everyMs: number }
  /** Where not a word comes for so long the connection is dead, whatever TCP believes. */
  readonly silentMs: number
  /** Frames are handed over one after the other; while they wait for it, the venue is not read from. */
  onFrame(text: string): void | Promise<void>
  /** From here on what the venue sends is heard. */
  onUp(): void
  /** A sign of life: up to here nothing that the venue said was missed. */
  onHeard?(): void
  /** Nothing was heard since the last onHeard, and nothing is until the next onUp. */
  onDown(reason: string): void
  readonly signal: AbortSignal
  readonly mostWaiting?: number
  readonly firstRetryMs?: number
  readonly mostRetryMs?: number
}

const mostFrameBytes = 4 * 1024 * 1024
const connectMs = 15_000
const goneWithoutWord = 1006
// A connection that held so long was a good one: the next is tried at once.
const goodMs = 60_000

export async function listen(options: StreamOptions): Promise<void> {
  const { signal, firstRetryMs = 500, mostRetryMs = 60_000 } = options
  for (let failures = 0; !signal.aborted; failures++) {
    const startedAt = Date.now()
    const { wasUp, reason } = await hold(options)
    if (wasUp) options.onDown(reason)
    if (wasUp && Date.now() - startedAt >= goodMs) failures = -1
    const pauseMs = Math.min(firstRetryMs * 2 ** Math.max(0, failures), mostRetryMs) * (0.75 + Math.random() / 2)
    await wait(failures < 0 ? 0 : pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** One connection, from its beginning to its end. */
function hold(options: StreamOptions): Promise<{ readonly wasUp: boolean; readonly reason: string }> {
  const { signal, heartbeat, silentMs, mostWaiting = 1_000 } = options
  const bounds = { handshakeTimeout: connectMs, maxPayload: mostFrameBytes, perMessageDeflate: false }
  const socket = new WebSocket(options.url, { ...bounds, ...wayOutOfStream(options.url) })
  const waiting: string[] = []
  let [wasUp, isWorking, heardAt, reason] = [false, false, Date.now(), 'closed by the venue']
  const hear = () => {
    heardAt = Date.now()
    options.onHeard?.()
  }
  const end = (why: string) => {
    reason = why
    socket.terminate()
  }
  const work = async () => {
    isWorking = true
    for (let frame = waiting.shift(); frame !== undefined; frame = waiting.shift()) {
      await options.onFrame(frame)
      if (socket.isPaused && waiting.length < mostWaiting / 2) socket.resume()
    }
    isWorking = false
  }
  const beat = setInterval(
    () => {
      if (Date.now() - heardAt > silentMs && !socket.isPaused) end(`silent for ${silentMs} ms`)
      else if (socket.readyState === WebSocket.OPEN && heartbeat.frame !== null) socket.send(heartbeat.frame)
    },
    Math.min(heartbeat.everyMs, silentMs),
  )
  const stop = () => end('told to stop')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  return new Promise((done) => {
    socket.on('open', () => {
      heardAt = Date.now()
      wasUp = true
      options.onUp()
      for (const frame of options.subscribe) socket.send(frame)
    })
    socket.on('message', (data) => {
      hear()
      waiting.push(String(data))
      if (waiting.length >= mostWaiting) socket.pause()
      if (!isWorking) work().catch((error) => end(`a frame could not be kept: ${messageOf(error)}`))
    })
    socket.on('ping', hear)
    socket.on('pong', hear)
    socket.on('error', (error) => {
      reason = messageOf(error)
    })
    socket.on('close', (code) => {
      // Who takes leave was there until then.
      if (wasUp && code !== goneWithoutWord) hear()
      clearInterval(beat)
      signal.removeEventListener('abort', stop)
      done({ wasUp, reason })
    })
  })
}
