// A body of one-byte chunks with extensions of 60 KB each, previewed for nothing: how much memory does a stranger's site take?
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { defineAttack } from '../attack.ts'
import { pagesOf } from '../pages.ts'
import { askRaw } from '../raw.ts'

const seconds = 15
const extension = 'e'.repeat(60_000)
const site = pagesOf((_path, socket) => void drip(socket))

async function drip(socket: Socket): Promise<void> {
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ntransfer-encoding: chunked\r\n\r\n')
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  for (const byte of `%PDF-1.4\n${'%'.repeat(30_000)}`) {
    if (socket.destroyed) return
    if (!socket.write(`1;${extension}\r\n${byte}\r\n`))
      await once(socket, 'drain', { signal: gone.signal }).catch(() => undefined)
  }
}

export default defineAttack({
  row: 'security 2',
  title: `a free preview of a body in chunks of one byte, ${seconds} s`,
  own: site.own,
  async run({ url, rssMb }) {
    const before = rssMb()
    const asking = Array.from({ length: 4 }, (_, n) =>
      askRaw(`${url}/api/doc/preview?url=${encodeURIComponent(`${site.origin()}/${n}`)}`, {
        localAddress: `127.0.4.${n + 1}`,
      }).catch(() => undefined),
    )
    let highest = before
    for (let second = 0; second < seconds; second++) {
      await Promise.race([wait(1_000), Promise.all(asking).then(() => wait(1_000))])
      highest = Math.max(highest, rssMb())
    }
    return { got: `${(highest - before).toFixed(0)} MB`, isHeld: highest - before < 200 }
  },
})
