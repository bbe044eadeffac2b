// Lets go of what queued work leaves behind: ended jobs, answers long stale, and bytes that callers sent.

import type { Database } from '../../db/client.ts'
import { dropOldBlobs, passingType } from '../../db/facts/blobs.ts'
import { dropStaleRows } from '../../db/rows/signals.ts'
import { dropEndedJobs } from '../../db/work/jobs.ts'
import { isMadeOnRequest, type Service } from '../kit/define.ts'
import type { Chore } from './define.ts'

const everyMinutes = 60
// Of what is not to be kept at all.
const passingMinutes = 10
const dayMs = 86_400_000
const rowsAtOnce = 500
// Each may be as large as the largest document.
const blobsAtOnce = 20

export function queuedWorkChores(deps: {
  readonly database: Database
  readonly services: readonly Service[]
  readonly retentionDays: number
}): Chore[] {
  const { pool } = deps.database
  const longPassed = (now: Date) => new Date(now.getTime() - passingMinutes * 60_000)
  const before = (now: Date) => new Date(now.getTime() - deps.retentionDays * dayMs)
  const routes = deps.services.flatMap(({ label, routes }) =>
    routes.filter(isMadeOnRequest).map(({ path }) => ({ service: label, route: path })),
  )
  const forgetting = deps.services.flatMap(({ label, routes }) =>
    routes.filter(({ forgets }) => forgets).map(({ path }) => ({ service: label, route: path })),
  )
  return [
    { name: 'ended jobs', everyMinutes, batch: (now) => dropEndedJobs(pool, before(now), rowsAtOnce) },
    { name: 'stale answers', everyMinutes, batch: (now) => dropStaleRows(pool, routes, before(now), rowsAtOnce) },
    { name: 'callers’ bytes', everyMinutes, batch: (now) => dropOldBlobs(pool, before(now), blobsAtOnce) },
    { name: 'passing answers', everyMinutes: passingMinutes, batch: (now) => dropStaleRows(pool, forgetting, now, rowsAtOnce) },
    {
      name: 'passing bytes',
      everyMinutes: passingMinutes,
      batch: (now) => dropOldBlobs(pool, longPassed(now), blobsAtOnce, passingType),
    },
  ]
}
