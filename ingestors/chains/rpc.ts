// Asks a chain's providers in turn: the next where one fails, all again after a pause, and each left alone for a while once it failed.
import { setTimeout as wait } from 'node:timers/promises'
import { callProvider } from './rpc-call.ts'
import { RpcFault } from './rpc-fault.ts'

export interface Rpc {
  /** `check` judges an answer before it is believed: throwing a fault sends the question to the next provider. */
  ask<T>(method: string, params: readonly unknown[], check?: (answer: unknown) => T): Promise<T>
}

export interface RpcOptions {
  readonly urls: readonly string[]
  readonly stop: AbortSignal
  readonly timeoutMs?: number
  readonly rounds?: number
  readonly pauseMs?: number
}

const mostRestMs = 30_000

interface Provider {
  readonly url: string
  failures: number
  restsUntil: number
}

export function createRpc(options: RpcOptions): Rpc {
  const { stop, timeoutMs = 15_000, rounds = 4, pauseMs = 250 } = options
  const providers = options.urls.map((url): Provider => ({ url, failures: 0, restsUntil: 0 }))
  // Whoever rests comes last, but is asked before giving up.
  const inOrder = () => {
    const now = Date.now()
    return [...providers].sort((a, b) => Math.max(a.restsUntil, now) - Math.max(b.restsUntil, now))
  }
  return {
    async ask(method, params, check = (answer) => answer as never) {
      let last: unknown = new RpcFault('broken', method)
      for (let round = 0; round < rounds; round++) {
        if (round > 0) await wait(pauseFor(round, last, pauseMs), undefined, { signal: stop })
        for (const provider of inOrder()) {
          try {
            const answer = judge(method, await callProvider(provider.url, { method, params }, timeoutMs, stop), check)
            provider.failures = 0
            provider.restsUntil = 0
            return answer
          } catch (error) {
            if (!(error instanceof RpcFault) || error.kind === 'refused' || error.kind === 'too_much') throw error
            last = error
            letRest(provider, error, pauseMs)
          }
        }
      }
      throw last
    },
  }
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

function letRest(provider: Provider, fault: RpcFault, pauseMs: number): void {
  provider.failures++
  const ms = fault.retryAfterMs ?? pauseMs * 2 ** Math.min(provider.failures, 8)
  provider.restsUntil = Date.now() + Math.min(ms, mostRestMs)
}
