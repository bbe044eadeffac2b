// Every group that reads the log, with its topics: services, the intake of queued work, and that of asked keys.

import { demands } from '../db/facts/demand-topic.ts'
import type { Topic } from '../db/log/topic.ts'
import { demandGroup } from '../ingestors/demand/take.ts'
import { discoverServices } from '../processors/index.ts'
import { discoverJobs } from '../processors/jobs/index.ts'
import { intakeGroup } from '../processors/jobs/intake.ts'

export interface Group {
  readonly label: string
  readonly reads: readonly Topic<any>[]
}

export async function discoverGroups(): Promise<Group[]> {
  const services = await discoverServices()
  return [
    ...services.filter(({ reads }) => reads.length > 0),
    ...services.flatMap(({ indexes = [] }) => indexes.map(({ group, topic }) => ({ label: group, reads: [topic] }))),
    ...(await discoverJobs()).map((job) => ({ label: intakeGroup(job), reads: [job.topic] })),
    { label: demandGroup, reads: [demands] },
  ]
}
