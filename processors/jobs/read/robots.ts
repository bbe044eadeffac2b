// Asks a site's robots.txt once a day whether our reader may fetch a page; the file comes through the same safe client.
import { FetchRefusal, type SafeFetch } from '../../../base/safe-fetch/index.ts'
import { WorkerLimit, WorkersBusy } from '../workers/failure.ts'
import { pageLimits } from '../workers/limits.ts'
import type { WorkerPool } from '../workers/pool.ts'
import { ReadRefusal } from './refusal.ts'

export type RobotsVerdict = 'allowed' | 'refused' | 'unknown'
export interface Robots {
  judge(url: string, signal?: AbortSignal): Promise<RobotsVerdict>
}

const limits = { origins: 2_000, bytes: 32 * 1024 * 1024, verdicts: 10_000, knownMs: 24 * 3600_000, unknownMs: 5 * 60_000 }
const agentName = 'Tollgate'
const judging = { ...pageLimits, wallMs: 2_000, cpuMs: 2_000 }

/** The rules' bytes: none where there are no rules, null where nobody could say. */
type Known = { rules: Buffer | null; until: number }

export function createRobots(deps: { safeFetch: SafeFetch; workers: WorkerPool; now(): Date }): Robots {
  const known = new Map<string, Promise<Known>>()
  const kept = new Map<string, number>()
  const verdicts = new Map<string, { verdict: RobotsVerdict; until: number }>()
  let keptBytes = 0

  return {
    async judge(url, signal) {
      const { origin, pathname, search } = new URL(url)
      const now = deps.now().getTime()
      let entry = known.get(origin)
      if (entry === undefined || (await entry).until <= now) {
        forget(origin)
        entry = ask(origin, now)
        remember(origin, entry)
      }
      signal?.throwIfAborted()
      const { rules, until } = await entry
      if (rules === null) return 'unknown'
      if (rules.length === 0) return 'allowed'
      // A chain of redirects asks about one page again and again.
      const page = `${origin}${pathname}${search}`
      const before = verdicts.get(page)
      if (before !== undefined && before.until === until) return before.verdict
      const verdict = await rule(rules, page, signal)
      verdicts.set(page, { verdict, until })
      if (verdicts.size > limits.verdicts) verdicts.delete(verdicts.keys().next().value!)
      return verdict
    },
  }

  async function rule(rules: Buffer, url: string, signal: AbortSignal | undefined): Promise<RobotsVerdict> {
    try {
      const work = { input: { url, agent: agentName }, body: rules, limits: judging }
      const { output } = await deps.workers.run('robots', work, { signal })
      return output
    } catch (error) {
      // Rules that nobody can apply within reason say nothing.
      if (error instanceof WorkerLimit) return 'unknown'
      throw error instanceof WorkersBusy ? new ReadRefusal('busy') : error
    }
  }

  function remember(origin: string, entry: Promise<Known>): void {
    known.set(origin, entry)
    entry.then(
      ({ rules }) => {
        if (known.get(origin) !== entry || rules === null) return
        kept.set(origin, rules.length)
        keptBytes += rules.length
        while (known.size > limits.origins || keptBytes > limits.bytes) forget(known.keys().next().value!)
      },
      () => known.delete(origin),
    )
  }

  function forget(origin: string): void {
    keptBytes -= kept.get(origin) ?? 0
    kept.delete(origin)
    known.delete(origin)
  }

  async function ask(origin: string, now: number): Promise<Known> {
    try {
      const answer = await deps.safeFetch(`${origin}/robots.txt`, {
        accept: 'text/plain',
        policy: { deadlineMs: 3000, maxBodyBytes: 512 * 1024 },
      })
      if (answer.status >= 500) return { rules: null, until: now + limits.unknownMs }
      // RFC 9309: a 4xx means there are no rules.
      const rules = answer.status >= 200 && answer.status < 300 ? answer.body : Buffer.alloc(0)
      return { rules, until: now + limits.knownMs }
    } catch (error) {
      if (error instanceof FetchRefusal) return { rules: null, until: now + limits.unknownMs }
      throw error
    }
  }
}
