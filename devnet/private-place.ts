// Picks where the chain program itself listens: a place on this machine that no website can find.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { TollgateError } from '../base/errors.ts'

export interface Place {
  readonly host: string
  readonly port: number
}

/**
 * The chain program asks nobody who they are, neither by Host nor, on a WebSocket, by Origin. A page whose name is made
 * to point at this machine would have to try every port of 127.0.0.1; where all of 127/8 is this machine's, as on Linux,
 * sixteen million addresses as well.
 */
export async function choosePrivatePlace(): Promise<Place> {
  const unguessable = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`
  const place = (await placeAt(unguessable)) ?? (await placeAt('127.0.0.1'))
  if (place === null) throw new TollgateError('chain_unavailable', 'No free port for the demo chain.')
  return place
}

function placeAt(host: string): Promise<Place | null> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(null))
    probe.listen(0, host, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done({ host, port }))
    })
  })
}
