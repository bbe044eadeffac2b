// What one address may cause on streams, however many connections it has: work in the measure of a bucket that fills again, one at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { TollgateError } from '../../base/errors.ts'
import type { StreamLimits } from './limits.ts'

export interface Share {
  /** Takes so much of the address's share for work; throws busy where that is used up. */
  spend(work: number): void
  /** The same, but waits where it is used up. */
  earn(work: number): Promise<void>
  /** Counts what stays; throws busy where the address has enough, and gives back where it is negative. */
  keep(subscriptions: number): void
  /** What it reads is read one after another. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

export type Shares = (address: string) => Share

interface Account {
  left: number
  atMs: number
  subscriptions: number
  last: Promise<unknown>
}

const mostAddresses = 50_000

export function createShares(limits: StreamLimits): Shares {
  const { burst, perSecond } = limits.workPerIp
  const accounts = new Map<string, Account>()
  const accountOf = (address: string): Account => {
    const known = accounts.get(address)
    if (known !== undefined) return known
    if (accounts.size >= mostAddresses) forgetIdle(accounts, burst / perSecond)
    const account = { left: burst, atMs: performance.now(), subscriptions: 0, last: Promise.resolve() }
    accounts.set(address, account)
    return account
  }
  return (address) => {
    const account = accountOf(address)
    /** Seconds until there is so much, or null where it is taken. */
    const take = (work: number): number | null => {
      const nowMs = performance.now()
      account.left = Math.min(burst, account.left + ((nowMs - account.atMs) / 1_000) * perSecond)
      account.atMs = nowMs
      if (account.left < work) return (work - account.left) / perSecond
      account.left -= work
      return null
    }
    return {
      spend(work) {
        const seconds = take(Math.min(work, burst))
        if (seconds === null) return
        throw new TollgateError('busy', 'This address asks for too much at once on its streams; wait a little.', {
          retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
        })
      },
      async earn(work) {
        for (let seconds = take(work); seconds !== null; seconds = take(work))
          await sleep(1_000 * seconds, undefined, { ref: false })
      },
      keep(subscriptions) {
        if (subscriptions > 0 && account.subscriptions + subscriptions > limits.subscriptionsPerIp)
          throw new TollgateError('busy', `An address has at most ${limits.subscriptionsPerIp} subscriptions in all.`)
        account.subscriptions += subscriptions
      },
      async inTurn(work) {
        const turn = account.last.then(work)
        account.last = turn.catch(() => undefined)
        return turn
      },
    }
  }
}

// Whoever has said nothing for as long as a bucket takes to fill starts over with a full one anyway.
function forgetIdle(accounts: Map<string, Account>, fullAfterSeconds: number): void {
  const before = performance.now() - fullAfterSeconds * 1_000
  for (const [address, { subscriptions, atMs }] of accounts) if (subscriptions === 0 && atMs < before) accounts.delete(address)
}
