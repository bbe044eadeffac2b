// The folder that holds every worker's scratch, named after the program whose it is, so that a later start knows a dead one's.
import { readFileSync, readlinkSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readyPrefix } from '../convert/process/scratch.ts'

const prefix = 'tollgate-work-'

export async function makeScratchRoot(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, `${prefix}${spaceOfPids()}-${process.pid}-${startOf(process.pid) ?? 0}-`))
  // A worker passes through to its own folder and sees nobody else's.
  await chmod(folder, 0o711)
  return folder
}

export async function makeWorkerScratch(root: string, name: string, user: number | null): Promise<string> {
  const folder = join(root, name)
  await mkdir(folder, { mode: 0o700 })
  if (user !== null) await chown(folder, user, user)
  return folder
}

export async function emptyScratch(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith(readyPrefix))
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

/** Removes what killed programs left behind; a living one's stays, and that of another container. */
export async function sweepWorkScratch(parent = tmpdir()): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  const dead = names.filter((name) => {
    const [space, pid, start] = name.slice(prefix.length).split('-')
    return space === spaceOfPids() && (startOf(Number(pid)) ?? -1) !== Number(start)
  })
  await Promise.allSettled(dead.map((name) => rm(join(parent, name), { recursive: true, force: true })))
}

// A number says which process only inside its own name space.
function spaceOfPids(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}

/** When it began, in ticks since the machine did: a number used again has another. Null: it does not run. */
function startOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19])
  } catch {
    return isAlive(pid) ? 0 : null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
