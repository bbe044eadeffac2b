// What leaves one connection: bounded, and the end of a reader who does not keep up.
import type { WebSocket } from 'ws'
import { type CloseReason, closeCodes } from './limits.ts'

export interface Outbox {
  readonly isOpen: boolean
  /** Text; as bytes where several are told the same. */
  send(text: string | Buffer): void
  end(reason: CloseReason, message: string): void
}

// The closing handshake of someone who does not read never comes back.
const goodbyeMs = 2_000

export function createOutbox(socket: WebSocket, bufferedBytes: number, onEnd: (reason: CloseReason) => void): Outbox {
  let isOpen = true
  const end = (reason: CloseReason, message: string) => {
    if (!isOpen) return
    isOpen = false
    onEnd(reason)
    socket.close(closeCodes[reason], JSON.stringify({ code: reason, message }).slice(0, 123))
    setTimeout(() => socket.terminate(), goodbyeMs).unref()
  }
  return {
    get isOpen() {
      return isOpen
    },
    send(text) {
      if (!isOpen) return
      if (socket.bufferedAmount + text.length > bufferedBytes)
        return end('slow_reader', 'Updates wait for longer than we keep them.')
      socket.send(text, { binary: false })
    },
    end,
  }
}
