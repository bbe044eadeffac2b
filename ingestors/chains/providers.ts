// How a chain's providers stand: who is asked first, who rests because it failed, and who is doubted because its answers did not fit.
import type { RpcFault } from './rpc-fault.ts'

export interface Provider {
  /** Its place among the addresses that were given, from 1: an address holds a key and is told to nobody. */
  readonly place: number
  readonly url: string
}

/** link: answers that do not fit each other; logs: fewer than another has; head: an old one; slow: another was done before. */
export type Doubt = 'link' | 'logs' | 'head' | 'slow'

export interface Standing {
  readonly provider: number
  readonly rests_seconds: number
  /** How often its answers were not to be trusted, of late. */
  readonly doubts: Readonly<Partial<Record<Doubt, number>>>
  readonly failures_in_a_row: number
}

export interface Providers {
  /** Whoever rests comes last, but is asked before giving up. */
  inOrder(): Provider[]
  rests(provider: Provider): boolean
  answered(provider: Provider): void
  failed(provider: Provider, fault: RpcFault): void
  /**
   * Without a name: whoever answered most since answers last fitted. Null: nobody did, or somebody was named so since the answers were
   * asked for that do not fit: they may be that one's.
   */
  doubt(why: Doubt, place?: number, since?: number): Doubted | null
  /** Of late, for an answer that was wrong: a slow one may be as right as any. */
  isDoubted(provider: Provider): boolean
  /** What was answered until now fits together. */
  fits(): void
  standing(): Standing[]
}

export interface Doubted {
  readonly provider: number
  readonly why: Doubt
  readonly restsMs: number
}

interface State extends Provider {
  failures: number
  failedUntil: number
  doubtedUntil: number
  answers: number
  doubts: Partial<Record<Doubt, number>>
  /** Doubts of late, however they were called; each lets it rest for longer. */
  strikes: number
  doubtedAt: number
}

const mostRestMs = 30_000
const mostDoubtRestMs = 600_000
const firstDoubtRest = 20
const forgottenAfterMs = 3_600_000

export function createProviders(urls: readonly string[], pauseMs: number): Providers {
  const all = urls.map((url, i): State => {
    return { place: i + 1, url, failures: 0, failedUntil: 0, doubtedUntil: 0, answers: 0, doubts: {}, strikes: 0, doubtedAt: 0 }
  })
  let guessedAt = Number.NEGATIVE_INFINITY
  const restsUntil = (one: State) => Math.max(one.failedUntil, one.doubtedUntil)
  const stateOf = ({ place }: Provider) => all[place - 1]!
  const isRecent = (one: State, now: number) => one.strikes > 0 && now - one.doubtedAt < forgottenAfterMs
  const busiest = () => all.reduce<State | null>((most, one) => (one.answers > (most?.answers ?? 0) ? one : most), null)
  return {
    inOrder() {
      const now = Date.now()
      return [...all].sort((a, b) => Math.max(restsUntil(a), now) - Math.max(restsUntil(b), now))
    },
    rests: (provider) => restsUntil(stateOf(provider)) > Date.now(),
    // An answer ends the rest after a failure, and none after a doubt: who is doubted answers as readily as ever.
    answered(provider) {
      const one = stateOf(provider)
      one.answers++
      one.failures = 0
      one.failedUntil = 0
    },
    failed(provider, fault) {
      const one = stateOf(provider)
      one.failures++
      const ms = fault.retryAfterMs ?? pauseMs * 2 ** Math.min(one.failures, 8)
      one.failedUntil = Date.now() + Math.min(ms, mostRestMs)
    },
    doubt(why, place, since) {
      const isKnown = place === undefined && since !== undefined && guessedAt >= since
      const one = place === undefined ? busiest() : all[place - 1]!
      if (one === null || isKnown) return null
      const now = Date.now()
      if (place === undefined) guessedAt = now
      if (!isRecent(one, now)) Object.assign(one, { strikes: 0, doubts: {} })
      const restsMs = Math.min(pauseMs * firstDoubtRest * 2 ** Math.min(one.strikes, 16), mostDoubtRestMs)
      one.strikes++
      one.doubtedAt = now
      one.doubts[why] = (one.doubts[why] ?? 0) + 1
      one.doubtedUntil = now + restsMs
      if (place === undefined) for (const other of all) other.answers = 0
      return { provider: one.place, why, restsMs }
    },
    isDoubted(provider) {
      const one = stateOf(provider)
      return isRecent(one, Date.now()) && Object.keys(one.doubts).some((why) => why !== 'slow')
    },
    fits() {
      for (const one of all) one.answers = 0
    },
    standing() {
      const now = Date.now()
      return all.map((one) => ({
        provider: one.place,
        rests_seconds: Math.ceil(Math.max(0, restsUntil(one) - now) / 1_000),
        doubts: isRecent(one, now) ? { ...one.doubts } : {},
        failures_in_a_row: one.failures,
      }))
    },
  }
}
