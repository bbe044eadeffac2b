// Every group that reads the log, with its topics: services, their indexes, the intake of queued work, and that of asked keys.
import { demands } from '../db/facts/demand-topic.ts'
import type { Topic } from '../db/log/topic.ts'
import { demandGroup } from '../ingestors/demand/take.ts'
import type { Job } from '../processors/jobs/define.ts'
import { intakeGroup } from '../processors/jobs/intake.ts'
import type { Service } from '../processors/kit/define.ts'

export interface Group {
  readonly label: string
  readonly reads: readonly Topic<any>[]
}

export function groupsOf(services: readonly Service[], jobs: readonly Job[]): Group[] {
  return [
    ...services.filter(({ reads }) => reads.length > 0),
    ...services.flatMap(({ indexes = [] }) => indexes.map(({ group, topic }) => ({ label: group, reads: [topic] }))),
    ...jobs.map((job) => ({ label: intakeGroup(job), reads: [job.topic] })),
    { label: demandGroup, reads: [demands] },
  ]
}
