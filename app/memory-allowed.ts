// Says at the start where a container or a small machine allows less memory than a process takes: who takes more is ended by the kernel, without a line in any log.
import { totalmem } from 'node:os'
import type { Config } from './config/index.ts'

/** What each role was seen to take, in MB; `all` with its embedded Postgres. */
const takes: Readonly<Record<Config['role'], number>> = { api: 512, ingest: 512, process: 768, all: 1_000 }
// The contracts of the demo's market are compiled at its first start.
const lendingTakes = 500

export function tooLittleMemory(
  { role, demoLending }: Pick<Config, 'role' | 'demoLending'>,
  allowedBytes = memoryAllowed(),
): string | null {
  const hasLending = role === 'all' && demoLending
  const most = takes[role] + (hasLending ? lendingTakes : 0)
  const allowed = Math.floor(allowedBytes / 2 ** 20)
  if (allowed >= most) return null
  const less = hasLending ? ` DEMO_LENDING=off takes ${lendingTakes} MB less.` : ''
  return `This process is allowed ${allowed} MB of memory and may take ${most}: one that takes more is killed without a word.${less}`
}

// Of both versions of control groups; where there is no limit it is none, or more than there is.
const memoryAllowed = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
