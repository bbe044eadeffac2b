// Looks at an embedded server from outside: is it alive, where does it listen, does it answer.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Role } from './roles.ts'

export function readPostmaster(dataDir: string): { pid: number; port: number } | null {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port } : null
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function starterFile(folder: string): string {
  return join(folder, 'postgres.starter')
}

/** Whether the process that started the server still runs, and will stop it. One that has not said who it is just begins. */
export function isStarterAlive(folder: string): boolean {
  const file = starterFile(folder)
  return !existsSync(file) || isAlive(Number(readFileSync(file, 'utf8')))
}

/** `not-yet`: it makes good what a crash has left, or is going down, and lets nobody in. */
export type Answer = 'accepts' | 'not-yet' | 'silent'

export async function answerOf(port: number, owner: Role): Promise<Answer> {
  const answer = await ask(port, owner, 'SELECT 1')
  return typeof answer === 'string' ? answer : 'accepts'
}

export async function othersConnected(port: number, owner: Role): Promise<boolean> {
  const rows = await ask(
    port,
    owner,
    "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1",
  )
  return typeof rows !== 'string' && rows.length > 0
}

// The server's own word for it.
const cannotConnectNow = '57P03'

async function ask(port: number, owner: Role, sql: string): Promise<unknown[] | Exclude<Answer, 'accepts'>> {
  const client = new pg.Client({ connectionString: urlOf(port, owner), connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } catch (error) {
    // Not up yet, or gone: the caller asks again.
    return (error as { code?: string }).code === cannotConnectNow ? 'not-yet' : 'silent'
  } finally {
    await client.end().catch(() => undefined)
  }
}

export function urlOf(port: number, { name, password }: Role): string {
  return `postgres://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

/** False where it did not come true in time. */
export async function until(holds: () => boolean | Promise<boolean>, deadlineMs: number): Promise<boolean> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    if (await holds()) return true
    if (Date.now() >= deadline) return false
    await wait(25)
  }
}
