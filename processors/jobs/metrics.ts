// The backlog of queued work for Prometheus, as the database has it, whichever process is scraped.
import type { Registry } from 'prom-client'
import { exposeReadings } from '../../base/metrics.ts'
import type { Queryable } from '../../db/client.ts'
import { type JobBacklog, listJobBacklog } from '../../db/work/job-backlog.ts'

export function exposeJobBacklog(registry: Registry, connection: Queryable, kinds: readonly string[]): void {
  const expose = (name: string, help: string, measure: (backlog: JobBacklog) => number) =>
    exposeReadings(
      registry,
      { name, help, labelNames: ['kind'] },
      () => listJobBacklog(connection, kinds),
      (backlog) => ({ labels: { kind: backlog.kind }, value: measure(backlog) }),
    )
  expose('tollgate_jobs_queued', 'Jobs that wait for a worker', ({ queued }) => queued)
  expose('tollgate_jobs_running', 'Jobs that a worker has claimed', ({ running }) => running)
  expose('tollgate_job_oldest_wait_seconds', 'How long the first of the waiting jobs has waited', (one) => one.oldestWaitSeconds)
}
