// A TCP relay that can be cut: every connection dropped and every new one refused until it is mended.
import { connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  readonly port: number
  cut(): void
  /** Every connection stands still, old and new: nobody is told. */
  stall(): void
  /** The connections there are stand still and new ones work: as a firewall or a machine that has forgotten them. */
  forget(): void
  mend(): void
  /** New connections lead to another port; those there are stay where they are. */
  turnTo(port: number): void
  close(): Promise<void>
}

export async function startProxy(targetHost: string, targetPort: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let target = targetPort
  let isCut = false
  let isStalled = false
  const server = createServer((inner) => {
    if (isCut) {
      inner.destroy()
      return
    }
    if (isStalled) {
      sockets.add(inner)
      inner.on('error', () => undefined).pause()
      return
    }
    const outer = connect(target, targetHost)
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    inner.pipe(outer).pipe(inner)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const standStill = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      isCut = true
      drop()
    },
    stall() {
      isStalled = true
      standStill()
    },
    forget: standStill,
    mend() {
      isCut = false
      // What stood still is reset, as by whoever comes back and knows nothing of it.
      if (isStalled) drop()
      isStalled = false
    },
    turnTo(port) {
      target = port
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        drop()
      }),
  }
}
