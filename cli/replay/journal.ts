// A file that grows while rows are made, with a note beside it of how far it is: a run that was killed goes on from there.
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../command.ts'

export interface Journal {
  write(text: string): void
  /** Everything before that place is written. */
  reach(place: number): void
  /** Whole: the note goes. */
  finish(): void
  close(): void
}

export interface Note<T> {
  readonly of: unknown
  readonly pid: number
  /** What the run that began the file wrote down for those that go on with it. */
  readonly pinned: T
  /** The first place that is not written yet. */
  readonly next: number
  readonly bytes: number
}

/** What a run of the same command left unfinished; `of` names the command, and what another began is never added to. */
export function findUnfinished<T>(path: string, of: object): Note<T> | null {
  if (!existsSync(`${path}.resume`)) return null
  const note = JSON.parse(readFileSync(`${path}.resume`, 'utf8')) as Note<T>
  expectSame(path, note, JSON.parse(JSON.stringify(of)))
  return note
}

export function openJournal<T>(
  path: string,
  begin: Pick<Note<T>, 'of' | 'pinned'> & { head: string },
  left: Note<T> | null,
): Journal {
  const notePath = `${path}.resume`
  const fd = openSync(path, left === null ? 'w' : 'r+')
  const { of, pinned } = begin
  let bytes = left?.bytes ?? 0
  ftruncateSync(fd, bytes)
  const write = (text: string) => {
    const buffer = Buffer.from(text)
    for (let done = 0; done < buffer.length; ) done += writeSync(fd, buffer, done, buffer.length - done, bytes + done)
    bytes += buffer.length
  }
  const reach = (next: number) => {
    // The rows first, so that no note names what is not there.
    fdatasyncSync(fd)
    const note: Note<T> = { of, pid: process.pid, pinned, next, bytes }
    writeFileSync(`${notePath}.new`, JSON.stringify(note))
    renameSync(`${notePath}.new`, notePath)
  }
  if (left === null) write(begin.head)
  reach(left?.next ?? 0)
  return {
    write,
    reach,
    finish: () => {
      fdatasyncSync(fd)
      rmSync(notePath)
    },
    close: () => closeSync(fd),
  }
}

function expectSame(path: string, { of, pid, bytes }: Note<unknown>, wanted: unknown): void {
  const again = `--restart begins it anew, another --out leaves it`
  if (pid !== process.pid && isAlive(pid)) throw new UsageError(`process ${pid} is writing ${path}; ${again}`)
  if (!isDeepStrictEqual(of, wanted))
    throw new UsageError(`${path} was begun by another command (${JSON.stringify(of)}); ${again}`)
  if (!existsSync(path) || statSync(path).size < bytes) throw new UsageError(`${path} is shorter than it was left; ${again}`)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
