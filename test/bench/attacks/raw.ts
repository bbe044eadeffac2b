// What fetch will not send: a Host of choice, from an address of choice, headers and targets as they are written.
import { request } from 'node:http'
import { connect } from 'node:net'
import type { Answer } from './attack.ts'

export interface Asked {
  readonly headers?: Record<string, string | string[]>
  readonly localAddress?: string
  readonly method?: string
  readonly body?: string
  /** A target as it is written, which an address would put right. */
  readonly path?: string
}

export function askRaw(url: string, { headers = {}, localAddress, method = 'GET', body, path }: Asked = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const asked = request(
      url,
      { method, headers, localAddress, timeout: 120_000, ...(path === undefined ? {} : { path }) },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.once('error', failed)
        answer.once('end', () => {
          const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
          done({ status: answer.statusCode!, headers: new Headers(pairs), text })
        })
      },
    )
    asked.once('error', failed)
    asked.once('timeout', () => asked.destroy(new Error('no answer in two minutes')))
    asked.end(body)
  })
}

/** Bytes as they are; what comes back until the other side closes or nothing has come for a while. */
export function speak(url: string, bytes: string, quietMs = 2_000): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((done) => {
    const socket = connect(Number(port), hostname)
    let heard = ''
    socket.setTimeout(quietMs, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.once('close', () => done(heard))
    socket.write(bytes, 'latin1')
  })
}
