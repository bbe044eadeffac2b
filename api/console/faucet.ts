// POST /console/faucet: a test dollar for the throwaway wallet that a page has made. Only where such dollars are worth nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../base/clock.ts'
import { TollgateError } from '../../base/errors.ts'
import { originOf } from '../origin.ts'

export const faucetPath = '/console/faucet'

export type GiveDollars = (to: `0x${string}`, atomic: bigint) => Promise<unknown>

const givenAtomic = 1_000_000n
const mostAMinute = 30

/** Another site's page cannot ask for it: its browser says where it comes from, and no preflight lets it send JSON. */
export function registerFaucet(
  app: FastifyInstance,
  { give, clock }: { readonly give: GiveDollars; readonly clock: Clock },
): void {
  let [minuteEnds, givenInIt] = [0, 0]
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if ((origin !== undefined && origin !== originOf(request)) || (site !== undefined && site !== 'same-origin'))
      throw new TollgateError('input_invalid', 'Test dollars are for wallets of this page.')
    const { address } = (request.body ?? {}) as { address?: unknown }
    if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address))
      throw new TollgateError('input_invalid', 'address must be 0x and 40 hexadecimal digits')
    const now = clock.now().getTime()
    if (now > minuteEnds) [minuteEnds, givenInIt] = [now + 60_000, 0]
    if (givenInIt >= mostAMinute)
      throw new TollgateError('busy', 'Enough test dollars were given this minute.', { retryAfterSeconds: 60 })
    givenInIt += 1
    await give(address as `0x${string}`, givenAtomic)
    return reply.header('cache-control', 'no-store').send({ address, amount: String(givenAtomic), symbol: 'USDC' })
  }
  // A service's own host has it as well.
  for (const path of [faucetPath, `/api/:label${faucetPath}`]) app.post(path, { bodyLimit: 1_024 }, handle)
}
