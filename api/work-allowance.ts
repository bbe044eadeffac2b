// Seconds of work that nobody pays for, by caller: free conversions, and what a payer asks for that ends in a refusal.
import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { TollgateError } from '../base/errors.ts'

export type WorkLimit = {
  /** What a caller may have at once, after a rest. */
  readonly burstSeconds: number
  /** What comes back in each second. */
  readonly perSecond: number
  /** Taken for a free piece of work before anybody knows what it costs, and given back as far as it was not. */
  readonly reserveSeconds: number
  /** What is counted where nobody waited to learn it: the most that free work may take. */
  readonly untoldSeconds: number
}

export const unpaidWork: WorkLimit = { burstSeconds: 60, perSecond: 0.5, reserveSeconds: 6, untoldSeconds: 20 }

/** Null: it goes on, and nobody waits for its end. */
export type WorkEnd = { readonly ms: number | null; readonly isRefused: boolean }
export type Spend = (end: WorkEnd) => void

export interface WorkAllowance {
  /** Throws busy, with the seconds to wait, where the caller has had too much. Work of one name is counted once at a time. */
  begin(caller: string, work: { name: string; isPaid: boolean }): Spend
}

const maxCallers = 50_000

export function createWorkAllowance(limit: WorkLimit, clock: Clock): WorkAllowance {
  const left = new Map<string, { seconds: number; atMs: number }>()
  const begun = new Set<string>()

  function allowanceOf(caller: string) {
    const atMs = clock.now().getTime()
    const known = left.get(caller) ?? { seconds: limit.burstSeconds, atMs }
    const gained = (Math.max(0, atMs - known.atMs) / 1_000) * limit.perSecond
    known.seconds = Math.min(limit.burstSeconds, known.seconds + gained)
    known.atMs = atMs
    // Who asked last is the last to be forgotten.
    left.delete(caller)
    left.set(caller, known)
    if (left.size > maxCallers) left.delete(left.keys().next().value!)
    return known
  }

  return {
    begin(caller, { name, isPaid }) {
      const running = `${caller} ${name}`
      if (begun.has(running)) return () => undefined
      const reserve = isPaid ? 0 : limit.reserveSeconds
      const allowance = allowanceOf(caller)
      if (allowance.seconds < reserve) {
        const retryAfterSeconds = Math.max(1, Math.ceil((reserve - allowance.seconds) / limit.perSecond))
        const message = isPaid
          ? 'Too much of what you asked for could not be done, and costs you nothing; wait a little.'
          : `Free conversions share ${limit.burstSeconds} seconds of work per address; wait a little, or buy one.`
        throw new TollgateError('busy', message, { retryAfterSeconds })
      }
      allowance.seconds -= reserve
      begun.add(running)
      return ({ ms, isRefused }) => {
        if (!begun.delete(running)) return
        const used = isPaid && !isRefused ? 0 : ms === null ? limit.untoldSeconds : ms / 1_000
        const now = allowanceOf(caller)
        now.seconds = Math.min(limit.burstSeconds, now.seconds + reserve - used)
      }
    },
  }
}

/** A name for a caller that is the same while this process runs and tells nobody who it is. */
export function createCallerNames(secret = randomBytes(32)): (caller: string) => string {
  return (caller) => createHmac('sha256', secret).update(caller).digest('base64url').slice(0, 22)
}
