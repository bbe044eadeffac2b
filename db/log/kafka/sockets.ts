// Connections to Kafka that end when the broker falls silent: kafkajs gives up a request after a while, and sends the next one the same dead way.
import { connect as connectOpenly } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { ISocketFactory } from 'kafkajs'

// Longer than a broker takes over anything: over a group that waits for its members, and over an append that waits for its replicas.
export const longestAnswerMs = 15_000
const silentMs = 20_000
const keepAliveMs = 15_000

export function socketsThatEnd(afterMs = silentMs): ISocketFactory {
  return ({ host, port, ssl, onConnect }) => {
    // A certificate is asked for by name, and an address is none.
    const named = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
    const socket = ssl ? connectSecurely({ host, port, ...named, ...ssl }, onConnect) : connectOpenly({ host, port }, onConnect)
    socket.setKeepAlive(true, keepAliveMs)
    let silence: NodeJS.Timeout | undefined
    const hear = () => {
      clearTimeout(silence)
      silence = undefined
    }
    const end = () => socket.destroy(Object.assign(new Error('the broker has fallen silent'), { code: 'ETIMEDOUT' }))
    const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
    socket.write = (...given: unknown[]) => {
      silence ??= setTimeout(end, afterMs).unref()
      return write(...given)
    }
    const letGo = socket.unref.bind(socket)
    // kafkajs lets go again at each try that fails, and Node notes that down on one that has ended, for a connect that will not come.
    socket.unref = () => (socket.destroyed ? socket : letGo())
    socket.on('data', hear).on('close', hear)
    return socket
  }
}
