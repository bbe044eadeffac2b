// Starts the API servers that are to be killed, and ends those that were not.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Devnet } from '../../../devnet/index.ts'
import type { TestDatabase } from '../database.ts'

export interface Doomed {
  readonly origin: string
  readonly child: ChildProcess
  /** The points at which payments have stopped. */
  readonly stops: ReadonlySet<string>
}

const script = fileURLToPath(new URL('./crashing-server.ts', import.meta.url))
const started: ChildProcess[] = []

/** `crashAt`: where it kills itself; without a point it does not. */
export async function startDoomed(
  { database, chain }: { database: TestDatabase; chain: Devnet },
  crashAt: string,
  journalFolder?: string,
): Promise<Doomed> {
  const args = [script, database.url, chain.rpcUrl, chain.run, crashAt, ...(journalFolder === undefined ? [] : [journalFolder])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const [line] = await once(child.stdout!, 'data')
  const stops = new Set<string>()
  let said = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    for (const point of said.split('\n').slice(0, -1)) stops.add(point)
  })
  return { origin: String(line).trim(), child, stops }
}

/** One that was to die and did not would keep the whole run from ending. */
export function endDoomed(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL')
}
