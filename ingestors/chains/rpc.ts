// Asks a chain's providers in turn: the next where one fails or is slow, all again after a pause.
import { setTimeout as wait } from 'node:timers/promises'
import { createProviders, type Doubt, type Doubted, type Provider, type Standing } from './providers.ts'
import { callProvider } from './rpc-call.ts'
import { RpcFault } from './rpc-fault.ts'

/** Judges an answer before it is believed, told whose it is: throwing a fault sends the question to the next provider. */
export type Check<T> = (answer: unknown, provider: number) => T

export interface Rpc {
  ask<T>(method: string, params: readonly unknown[], check?: Check<T>): Promise<T>
}

/** Several providers of one chain, each of which may be wrong. */
export interface ManyRpc extends Rpc {
  /** The same question to the others, once, those left out of which answers were doubted lately; what fails is left out. */
  askOthers<T>(than: number, method: string, params: readonly unknown[], check: Check<T>): Promise<T[]>
  readonly hasOthers: boolean
  /** What each of them makes of it by itself, also whoever rests; what fails is left out. */
  askEach<T>(ask: (rpc: Rpc) => Promise<T>): Promise<{ readonly provider: number; readonly answer: T }[]>
  /** Somebody's answers were wrong: whose, where that is known, else the one's who gave most of them; `since` when they were asked for. */
  doubt(why: Doubt, provider?: number, since?: number): void
  /** What was answered until now fits together. */
  fits(): void
  standing(): Standing[]
  /** How often a provider said that it is asked too often. */
  limits(): number
}

export interface RpcOptions {
  readonly urls: readonly string[]
  readonly stop: AbortSignal
  readonly timeoutMs?: number
  readonly rounds?: number
  readonly pauseMs?: number
  /** How long one may take before the next is asked too. */
  readonly hedgeMs?: number
  readonly onDoubt?: (doubted: Doubted) => void
}

const mostRestMs = 30_000

export function createRpc(options: RpcOptions): ManyRpc {
  const { stop, timeoutMs = 15_000, rounds = 4, pauseMs = 250, hedgeMs = 2_000 } = options
  const providers = createProviders(options.urls, pauseMs)
  let limits = 0
  const doubt = (why: Doubt, place?: number, since?: number) => {
    const doubted = options.urls.length > 1 ? providers.doubt(why, place, since) : null
    if (doubted !== null) options.onDoubt?.(doubted)
  }
  const call = async <T>(provider: Provider, method: string, params: readonly unknown[], check: Check<T>, end: AbortSignal) =>
    judge(method, await callProvider(provider.url, { method, params }, timeoutMs, end), (answer) => check(answer, provider.place))

  /** One round: each in turn, the next already while one is slow. The first answer that is believed is everybody's. */
  async function askRound<T>(method: string, params: readonly unknown[], check: Check<T>): Promise<T> {
    const order = providers.inOrder()
    const over = new AbortController()
    const end = AbortSignal.any([stop, over.signal])
    const asked = new Set<Provider>()
    let last: unknown
    try {
      return await new Promise<T>((resolve, reject) => {
        let at = 0
        let timer: NodeJS.Timeout | undefined
        over.signal.addEventListener('abort', () => clearTimeout(timer))
        const next = () => {
          clearTimeout(timer)
          const provider = order[at++]
          if (provider === undefined) return asked.size === 0 ? reject(last) : undefined
          asked.add(provider)
          // A provider that rests is asked where nobody else answers, not beside one that is only slow.
          const other = order[at]
          if (other !== undefined && !providers.rests(other)) timer = setTimeout(next, hedgeMs)
          call(provider, method, params, check, end).then(
            (answer) => {
              asked.delete(provider)
              providers.answered(provider)
              for (const slow of order.slice(0, order.indexOf(provider))) if (asked.has(slow)) doubt('slow', slow.place)
              resolve(answer)
            },
            (error) => {
              asked.delete(provider)
              if (end.aborted || !passes(error)) return reject(error)
              last = error
              if (error.kind === 'rate') limits++
              providers.failed(provider, error)
              if (at < order.length || asked.size === 0) next()
            },
          )
        }
        next()
      })
    } finally {
      over.abort()
    }
  }
  return {
    hasOthers: options.urls.length > 1,
    async ask(method, params, check = (answer) => answer as never) {
      let last: unknown = new RpcFault('broken', method)
      for (let round = 0; round < rounds; round++) {
        if (round > 0) await wait(pauseFor(round, last, pauseMs), undefined, { signal: stop })
        try {
          return await askRound(method, params, check)
        } catch (error) {
          if (!passes(error)) throw error
          last = error
        }
      }
      throw last
    },
    async askOthers(than, method, params, check) {
      const others = providers.inOrder().filter((one) => one.place !== than && !providers.rests(one) && !providers.isDoubted(one))
      const answers = await Promise.allSettled(others.map((one) => call(one, method, params, check, stop)))
      return answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    async askEach(ask) {
      const all = providers.inOrder()
      const only = (one: Provider): Rpc => ({
        ask: (method, params, check = (answer) => answer as never) => call(one, method, params, check, stop),
      })
      const answers = await Promise.allSettled(all.map((one) => ask(only(one))))
      return answers.flatMap((one, i) => (one.status === 'fulfilled' ? [{ provider: all[i]!.place, answer: one.value }] : []))
    },
    doubt,
    fits: providers.fits,
    standing: providers.standing,
    limits: () => limits,
  }
}

/** Whether somebody else, or the same a little later, may answer what this one did not. */
function passes(error: unknown): error is RpcFault {
  return error instanceof RpcFault && error.kind !== 'refused' && error.kind !== 'too_much'
}

function judge<T>(method: string, answer: unknown, check: (answer: unknown) => T): T {
  try {
    return check(answer)
  } catch (error) {
    if (error instanceof RpcFault) throw error
    // What cannot even be looked at is no answer.
    throw new RpcFault('broken', method)
  }
}

function pauseFor(round: number, last: unknown, pauseMs: number): number {
  const asked = last instanceof RpcFault ? (last.retryAfterMs ?? 0) : 0
  return Math.min(Math.max(asked, pauseMs * 2 ** (round - 1) * (0.75 + Math.random() / 2)), mostRestMs)
}
