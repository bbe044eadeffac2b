// A client that answers from a source's sample without a server: for the thousands of bodies whose transport is right.

import { writeFile } from 'node:fs/promises'
import type { HttpClient } from '../../ingestors/client/http.ts'
import { refusal } from '../../ingestors/client/refusal.ts'
import type { Sample, SampleAnswer } from '../../ingestors/define.ts'
import type { Corruption } from './corrupt.ts'
import { watchLooks } from './looks.ts'
import { askSample, pollAt } from './sources.ts'

export interface Replay extends HttpClient {
  /** Since the last corruption. */
  readonly asked: Set<string>
  /** From now on this URL is answered so. */
  corrupt(url: string, corruption: Corruption): void
}

interface ReplayOptions {
  readonly at?: Date
  /** Takes the members of each URL's JSON that are looked at before the first corruption. */
  readonly looked?: Map<string, Set<string>>
  /** What is made of each answer. */
  readonly made?: (answer: SampleAnswer) => SampleAnswer
}

export function createReplay(sample: Sample, { at = pollAt, looked, made = (answer) => answer }: ReplayOptions = {}): Replay {
  const bodies = new Map<string, string | Uint8Array>()
  const parsed = new Map<string, unknown>()
  const asked = new Set<string>()
  let wrong: { url: string; corruption: Corruption } | null = null
  const lookingAt = (url: string, all: Map<string, Set<string>>): unknown => {
    const own = all.get(url) ?? new Set<string>()
    all.set(url, own)
    return watchLooks(parsed.get(url), (path) => own.add(path))
  }
  const bodyOf = (url: string): string | Uint8Array => {
    asked.add(url)
    const known = bodies.get(url)
    if (known !== undefined) return known
    const answer = at === pollAt ? askSample(sample, new URL(url)) : sample.answer(new URL(url), at)
    if (answer === null || (answer.status ?? 200) !== 200) throw refusal(new URL(url).host, answer?.status ?? 404, null)
    const { body } = made(answer)
    bodies.set(url, body)
    return body
  }
  return {
    asked,
    corrupt(url, corruption) {
      wrong = { url, corruption }
      asked.clear()
    },
    async text(url) {
      const body = bodyOf(url)
      return (wrong?.url === url ? wrong.corruption.body : body) as string
    },
    async bytes(url) {
      const body = bodyOf(url)
      return (wrong?.url === url ? wrong.corruption.body : body) as Uint8Array
    },
    async json(url) {
      const body = bodyOf(url)
      if (wrong?.url === url) return wrong.corruption.parsed
      // Frozen: a source that changes what it was given would change it for the next poll too.
      if (!parsed.has(url)) parsed.set(url, deepFreeze(JSON.parse(body as string)))
      return looked === undefined || wrong !== null ? parsed.get(url) : lookingAt(url, looked)
    },
    async download(url, path) {
      const body = bodyOf(url)
      await writeFile(path, wrong?.url === url ? wrong.corruption.body : body)
    },
    close: async () => undefined,
  }
}

export function deepFreeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(Object.freeze(value))) deepFreeze(inner)
  return value
}
