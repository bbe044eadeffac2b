// News of new blocks over WebSocket: a bell and nothing more. What the block is, is asked of the providers as ever.
import WebSocket from 'ws'
import { pause } from '../../base/wake.ts'
import { wayOutOfStream } from '../../base/way-out.ts'

export interface HeadNotices {
  /** Somebody is listened to who has not been found silent. */
  readonly isHeard: boolean
  /** How many blocks were told. */
  readonly count: number
  /** A block came that was not told: this one is left, and another is listened to. */
  leave(): void
}

const mostRestMs = 60_000
const openWithinMs = 10_000
// Longer than any chain takes for its next block.
const silentMs = 90_000
const mostBytes = 1024 * 1024
const subscribe = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] })

/** Listens to one of these addresses at a time, until it is stopped. */
export function listenForHeads(urls: readonly string[], stop: AbortSignal, firstRestMs = 1_000): HeadNotices {
  let [count, isHeard] = [0, false]
  let socket: WebSocket | null = null
  async function listen(): Promise<void> {
    for (let turn = 0, failures = 0; !stop.aborted; turn++) {
      const before = count
      await hear(urls[turn % urls.length]!)
      isHeard = false
      failures = count > before ? 0 : failures + 1
      await pause(Math.min(mostRestMs, firstRestMs * 2 ** Math.min(failures, 16)), stop)
    }
  }

  /** Over when the connection is. */
  function hear(url: string): Promise<void> {
    return new Promise((over) => {
      const bounds = { maxPayload: mostBytes, handshakeTimeout: openWithinMs, followRedirects: false }
      const own = new WebSocket(url, { ...bounds, ...wayOutOfStream(url) })
      const end = () => own.terminate()
      socket = own
      const silent = setTimeout(end, silentMs)
      stop.addEventListener('abort', end)
      own.on('open', () => own.send(subscribe))
      own.on('message', (data) => {
        const said = messageIn(String(data))
        if (said === 'refused') end()
        if (said !== 'block') return
        silent.refresh()
        isHeard = true
        count++
      })
      // An error is followed by the end; what it says may hold the address.
      own.on('error', () => undefined)
      own.on('close', () => {
        clearTimeout(silent)
        stop.removeEventListener('abort', end)
        over()
      })
    })
  }
  void listen()
  return {
    get isHeard() {
      return isHeard
    },
    get count() {
      return count
    },
    leave() {
      isHeard = false
      socket?.terminate()
    },
  }
}

function messageIn(text: string): 'block' | 'refused' | null {
  try {
    const { method, error } = JSON.parse(text) as { method?: unknown; error?: unknown }
    return method === 'eth_subscription' ? 'block' : error === undefined ? null : 'refused'
  } catch {
    return null // not a message of ours: whoever says nothing else is found silent
  }
}
