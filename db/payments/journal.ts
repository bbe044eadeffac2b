// Answers that leave before the ledger has them, in files of this machine: a process that is killed takes none of them with it.
import { randomBytes } from 'node:crypto'
import { appendFileSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PaidAt, PaymentRow, StoredAnswer } from './row.ts'

export type Kept = PaidAt & {
  readonly id: string
  /** A row of another database may have the same id. */
  readonly nonce: string
  readonly answer: StoredAnswer
}

export interface PaymentJournal {
  /** Resolves once a kill cannot take it away any more, with what to call when it need not be kept longer. */
  keep(kept: Kept): Promise<() => void>
  /** By id, what was kept of these payments by this process or by earlier ones. */
  find(payments: readonly Pick<PaymentRow, 'id' | 'nonce'>[]): Promise<Map<string, Kept>>
  /** Removes what processes that are gone have left, once nobody can ask for it any more. */
  tidy(olderThanSeconds: number): Promise<void>
  close(): void
}

type Segment = {
  readonly path: string
  readonly file: number
  readonly begunAt: number
  bytes: number
  kept: number
}
type Waiting = { readonly line: string; done(release: () => void): void; failed(error: unknown): void }

const extension = '.journal'
const defaultSegmentBytes = 1_048_576
// Another process may take an old file for one that was left behind, and remove it.
const longestUseMs = 3_600_000

export function openPaymentJournal(folder: string, segmentBytes = defaultSegmentBytes): PaymentJournal {
  // What was paid for is nobody else's to read.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let current: Segment | null = null
  let waiting: Waiting[] = []
  const segmentForNext = (): Segment => {
    if (current !== null && current.bytes <= segmentBytes && Date.now() - current.begunAt < longestUseMs) return current
    const next = openSegment(folder)
    end()
    current = next
    return next
  }
  const end = () => {
    const over = current
    current = null
    if (over === null) return
    closeSync(over.file)
    removeUnneeded(over)
  }
  const removeUnneeded = (segment: Segment) => {
    if (segment !== current && segment.kept === 0) rmSync(segment.path, { force: true })
  }
  const forget = (segment: Segment) => {
    segment.kept -= 1
    removeUnneeded(segment)
  }
  // At once for all that came in this turn of the event loop, and without waiting for the disk: a killed process's writes are safe
  // with the operating system.
  const write = () => {
    const [batch, text] = [waiting, waiting.map(({ line }) => line).join('')]
    waiting = []
    let segment: Segment
    try {
      segment = segmentForNext()
      appendFileSync(segment.file, text)
    } catch (error) {
      // Half a line may be there: what follows it begins in another file.
      if (current !== null) current.bytes = Number.POSITIVE_INFINITY
      for (const { failed } of batch) failed(error)
      return
    }
    segment.bytes += Buffer.byteLength(text)
    segment.kept += batch.length
    for (const { done } of batch) done(once(() => forget(segment)))
  }
  return {
    keep: (kept) =>
      new Promise((done, failed) => {
        if (waiting.length === 0) setImmediate(write)
        waiting.push({ line: `${kept.id} ${written(kept)}\n`, done, failed })
      }),
    async find(payments) {
      const nonces = new Map(payments.map(({ id, nonce }) => [id, nonce]))
      const found = new Map<string, Kept>()
      for (const name of await journalsIn(folder))
        for (const kept of linesOf(await readIfThere(join(folder, name)), (id) => nonces.has(id)))
          if (nonces.get(kept.id) === kept.nonce) found.set(kept.id, kept)
      return found
    },
    async tidy(olderThanSeconds) {
      for (const name of await journalsIn(folder)) {
        const path = join(folder, name)
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (path !== current?.path && mtimeMs < Date.now() - olderThanSeconds * 1_000) await rm(path, { force: true })
      }
    },
    close: end,
  }
}

function openSegment(folder: string): Segment {
  const path = join(folder, `${randomBytes(8).toString('hex')}${extension}`)
  return { path, file: openSync(path, 'ax', 0o600), begunAt: Date.now(), bytes: 0, kept: 0 }
}

function once(call: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    call()
  }
}

async function journalsIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ifGone<string[]>([]))).filter((name) => name.endsWith(extension))
}

async function readIfThere(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(ifGone(''))
}

// Another process may have removed it meanwhile.
function ifGone<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
}

// An answer is JSON already, and to write that as a text of JSON once more costs most of what is done here: it stands as it is behind
// a tab, which JSON never holds, unless that would break its line or its letters.
function written(kept: Kept): string {
  const { body } = kept.answer
  if (body.includes('\n') || !body.isWellFormed()) return JSON.stringify(kept)
  return `${JSON.stringify({ ...kept, answer: { ...kept.answer, body: '' } })}\t${body}`
}

// What no line's end follows is of a process that was killed in the middle of it: that answer has not left.
function* linesOf(text: string, isWanted: (id: string) => boolean): Generator<Kept> {
  for (const line of text.split('\n').slice(0, -1)) {
    const gap = line.indexOf(' ')
    const kept = gap > 0 && isWanted(line.slice(0, gap)) ? readKept(line.slice(gap + 1)) : null
    if (kept !== null) yield kept
  }
}

// Null for what is no line of ours.
function readKept(line: string): Kept | null {
  const gap = line.indexOf('\t')
  try {
    if (gap === -1) return JSON.parse(line) as Kept
    const kept = JSON.parse(line.slice(0, gap)) as Kept
    return { ...kept, answer: { ...kept.answer, body: line.slice(gap + 1) } }
  } catch {
    return null
  }
}
