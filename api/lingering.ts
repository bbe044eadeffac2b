// Whoever still sends what was refused hears why: the rest is read and thrown away for a while. A connection that is closed at once is
// reset, and the answer is lost with it; a proxy makes a 502 of it.
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const longestMs = 30_000
const mostBytes = 64 * 1_048_576

/** Before what closes connections for a reason of its own. */
export function hearOutRefused(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
    const { socket } = raw
    // What this process asks itself for a caller comes whole, over no connection.
    const isSending = !raw.complete && socket instanceof Socket && (length !== '0' || encoding !== undefined)
    if (!isSending || Number(length) > mostBytes) return next()
    // Fastify closes after a body that it has not read to its end, Node where the caller wants that.
    const closes = reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive
    if (!closes) return next()
    const wantsClose = !reply.raw.shouldKeepAlive
    reply.removeHeader('connection')
    reply.raw.shouldKeepAlive = true
    const cut = setTimeout(() => socket.destroy(), longestMs)
    raw.once('close', () => {
      clearTimeout(cut)
      if (wantsClose) socket.end()
    })
    next()
  })
}
