// Asks a site's robots.txt once a day whether our reader may fetch a page; the file comes through the same safe client.
import untypedParser, { type Robot } from 'robots-parser'
import { FetchRefusal, type SafeFetch } from '../../../safe-fetch/index.ts'

export type RobotsVerdict = 'allowed' | 'refused' | 'unknown'
export interface Robots {
  judge(url: string, signal?: AbortSignal): Promise<RobotsVerdict>
}

const limits = { entries: 2000, knownMs: 24 * 3600_000, unknownMs: 5 * 60_000 }
const agentName = 'Tollgate'

// The package is CommonJS while its types describe an ES module.
const robotsParser = untypedParser as unknown as (url: string, text: string) => Robot

type Known = { robot: Robot | null; until: number }

export function createRobots(deps: { safeFetch: SafeFetch; now(): Date }): Robots {
  const known = new Map<string, Promise<Known>>()
  return {
    async judge(url, signal) {
      const { origin } = new URL(url)
      const now = deps.now().getTime()
      let entry = known.get(origin)
      if (entry === undefined || (await entry).until <= now) {
        entry = ask(origin, now)
        known.delete(origin)
        known.set(origin, entry)
        if (known.size > limits.entries) known.delete(known.keys().next().value!)
      }
      signal?.throwIfAborted()
      const { robot } = await entry
      if (robot === null) return 'unknown'
      return robot.isAllowed(url, agentName) === false ? 'refused' : 'allowed'
    },
  }

  async function ask(origin: string, now: number): Promise<Known> {
    const address = `${origin}/robots.txt`
    try {
      const answer = await deps.safeFetch(address, {
        accept: 'text/plain',
        policy: { deadlineMs: 3000, maxBodyBytes: 512 * 1024 },
      })
      if (answer.status >= 500) return { robot: null, until: now + limits.unknownMs }
      // RFC 9309: a 4xx means there are no rules.
      const text = answer.status >= 200 && answer.status < 300 ? answer.body.toString('utf8') : ''
      return { robot: robotsParser(address, text), until: now + limits.knownMs }
    } catch (error) {
      if (error instanceof FetchRefusal) return { robot: null, until: now + limits.unknownMs }
      throw error
    }
  }
}
