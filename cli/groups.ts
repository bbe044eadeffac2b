// Every group of this release, for commands that name one.
import { type Group, groupsOf } from '../app/groups.ts'
import { discoverServices } from '../processors/index.ts'
import { discoverJobs } from '../processors/jobs/index.ts'

export const discoverGroups = async (): Promise<Group[]> => groupsOf(await discoverServices(), await discoverJobs())
