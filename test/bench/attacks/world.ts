// Meets a running gateway as a stranger: reads its terms from a 402 and opens wallets on its chain.
import type { Answer, World } from './attack.ts'
import { encode, paymentOf, readTerms } from './payment.ts'
import { openPurse } from './purse.ts'

/** What the attacks buy where any route will do. */
export const plainPath = '/api/rates/rates'

export interface Met {
  readonly url: string
  readonly rpcUrl: string
  readonly rssMb?: () => number
}

export async function meet(program: Met): Promise<World> {
  const terms = await readTerms(program.url + plainPath)
  const purse = await openPurse(program.rpcUrl, terms)
  const before = await purse.income()
  return {
    url: program.url,
    rpcUrl: program.rpcUrl,
    rssMb: program.rssMb ?? (() => Number.NaN),
    purse,
    terms,
    payer: (atomic = 100_000_000n) => purse.payer(atomic),
    headers: (payload, extensions) => ({ 'payment-signature': encode(paymentOf(terms, payload, extensions)) }),
    get: (headers, path = plainPath) => ask(program.url + path, headers),
    income: async () => (await purse.income()) - before,
  }
}

export async function ask(url: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(120_000) })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
