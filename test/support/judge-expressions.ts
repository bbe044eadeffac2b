// Asks recheck which expressions a text can make slow. What it has once called linear is so for ever: the list beside this file names
// them, and each run asks again of a few. KEEP_VERDICTS=yes writes the list anew.
import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { VulnerableDiagnostics } from 'recheck'
import type { Found } from './expressions.ts'

/** null where every text takes time in proportion to its length. */
export type Verdict = string | null
// What a search by the clock has guessed, or not ended, is asked anew: the machine may have been busy with something else.
const isLasting = (verdict: Verdict): boolean => verdict === null || !/^unjudged|\(fuzz\)/.test(verdict)

const { resolve } = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(resolve('recheck/package.json'), 'utf8')) as { version: string }
const kept = fileURLToPath(new URL(`../../.cache/expressions-${version}.json`, import.meta.url))
// Its first line names the recheck that said so.
const linear = fileURLToPath(new URL('./expressions-linear.txt', import.meta.url))
const askedAgain = 6
const fewestOfProgram = 100
// What cannot be proved is searched for an attack; more of a search has found nothing that this one does not.
const effort = { timeout: 30_000, maxIteration: 5, incubationTimeout: 200, attackTimeout: 200, recallTimeout: -1 }
const atOnce = 2
// So long a text takes a linear expression a millisecond, and one of the second degree seconds.
// A slow one is waited for as long as a busy machine may need for what is none.
const tried = { characters: 100_000, linearMs: 200, patienceMs: 2_000 }

export async function judgeExpressions(expressions: readonly Found[]): Promise<Map<string, Verdict>> {
  const known = new Map([...readLinear(expressions), ...readKept()])
  for (const text of drawSome([...known.keys()])) known.delete(text)
  const waiting = expressions.filter(({ text }) => !known.has(text))
  if (waiting.length > 0) {
    process.env.RECHECK_BACKEND ??= hasNative() ? 'native' : 'pure'
    const { check } = await import('recheck')
    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const first = await check(next.source, next.flags, effort)
        // Out of time on a machine that was busy with something else says nothing.
        const result = first.status === 'unknown' ? await check(next.source, next.flags, { ...effort, timeout: 60_000 }) : first
        const reason = result.status === 'unknown' ? `unjudged: ${result.error.kind}` : result.complexity.summary
        const isFine = result.status === 'safe' || (result.status === 'vulnerable' && !(await isReal(next, result)))
        known.set(next.text, isFine ? null : reason)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, JSON.stringify([...known].filter(([, verdict]) => isLasting(verdict))))
  }
  if (process.env.KEEP_VERDICTS === 'yes' && expressions.length > fewestOfProgram)
    writeLinear(expressions.filter(({ text }) => known.get(text) === null))
  return known
}

const markOf = ({ text }: Pick<Found, 'text'>): string => createHash('sha256').update(text).digest('base64url').slice(0, 14)

function readLinear(expressions: readonly Found[]): (readonly [string, Verdict])[] {
  const [by, ...marks] = readFileSync(linear, 'utf8').trim().split(/\s+/)
  const listed = new Set(by === version ? marks : [])
  return expressions.filter((one) => listed.has(markOf(one))).map(({ text }) => [text, null])
}

function writeLinear(expressions: readonly Found[]): void {
  const marks = expressions.map(markOf).sort()
  const lines = Array.from({ length: Math.ceil(marks.length / 8) }, (_, i) => marks.slice(8 * i, 8 * i + 8).join(' '))
  writeFileSync(linear, `${[version, ...lines].join('\n')}\n`)
}

const drawSome = (texts: readonly string[]): string[] =>
  texts.length < fewestOfProgram ? [] : Array.from({ length: askedAgain }, () => texts[randomInt(texts.length)]!)

// What follows from the expression's own form is so. An attack that was guessed is tried: now and then a guess is wrong.
async function isReal({ source, flags }: Found, { attack, checker }: VulnerableDiagnostics): Promise<boolean> {
  if (checker !== 'fuzz') return true
  const length = attack.pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const times = Math.ceil(tried.characters / Math.max(length, 1))
  const text = attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + attack.suffix
  const worker = new Worker(
    `const { parentPort, workerData: { source, flags, text } } = require('node:worker_threads')
     const before = process.threadCpuUsage()
     new RegExp(source, flags.replace('g', '')).exec(text)
     parentPort.postMessage(process.threadCpuUsage(before).user / 1_000)`,
    { eval: true, workerData: { source, flags, text } },
  )
  const late = new AbortController()
  const ms = await Promise.race([
    once(worker, 'message').then(([took]) => took as number),
    wait(tried.patienceMs, Number.POSITIVE_INFINITY, { signal: late.signal }),
  ])
  late.abort()
  await worker.terminate()
  return ms > tried.linearMs
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
