// Asks recheck which expressions a text can make slow; what it has once said of one is kept beside the other caches.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Found } from './expressions.ts'

/** null where every text takes time in proportion to its length. */
export type Verdict = string | null

const { resolve } = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(resolve('recheck/package.json'), 'utf8')) as { version: string }
const kept = fileURLToPath(new URL(`../../.cache/expressions-${version}.json`, import.meta.url))
// What cannot be proved is searched for an attack; more of a search has found nothing that this one does not.
const effort = { timeout: 30_000, maxIteration: 5, incubationTimeout: 200, attackTimeout: 200, recallTimeout: -1 }
const atOnce = 2

export async function judgeExpressions(expressions: readonly Found[]): Promise<Map<string, Verdict>> {
  const known = readKept()
  const waiting = expressions.filter(({ text }) => !known.has(text))
  if (waiting.length > 0) {
    process.env.RECHECK_BACKEND ??= hasNative() ? 'native' : 'pure'
    const { check } = await import('recheck')
    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const result = await check(next.source, next.flags, effort)
        const reason = result.status === 'unknown' ? `unjudged: ${result.error.kind}` : result.complexity.summary
        known.set(next.text, result.status === 'safe' ? null : reason)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, JSON.stringify([...known]))
  }
  return known
}

function readKept(): Map<string, Verdict> {
  try {
    return new Map(JSON.parse(readFileSync(kept, 'utf8')))
  } catch {
    return new Map() // none yet, or one that was cut: all are judged anew
  }
}

function hasNative(): boolean {
  const system = process.platform === 'darwin' ? 'macos' : process.platform === 'win32' ? 'windows' : process.platform
  try {
    resolve(`recheck-${system}-${process.arch}/package.json`)
    return true
  } catch {
    return false // no build for this system: the same checker in JavaScript, four times as slow
  }
}
