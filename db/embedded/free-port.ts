// A local port nobody listens on, kept clear of those the system hands to outgoing connections, one of which could take it before it is used.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const lowest = 15_000
const highest = 32_000
const given = new Set<number>()

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (given.has(port) || !(await canListen(port))) continue
    given.add(port)
    return port
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
