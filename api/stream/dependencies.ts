// What the streams of a server are given.
import type { Logger } from 'pino'
import type { World } from '../../app/config/index.ts'
import type { Clock } from '../../base/clock.ts'
import type { StreamEvents } from '../../base/metrics.ts'
import type { Database } from '../../db/client.ts'
import type { Service } from '../../processors/kit/define.ts'
import type { Payments } from '../payment/index.ts'
import type { StandingOf } from '../standing.ts'
import type { StreamLimits } from './limits.ts'

export interface StreamDependencies {
  readonly standingOf: StandingOf
  readonly services: readonly Service[]
  readonly database: Database
  readonly payments: Pick<Payments, 'gate' | 'prepare'>
  readonly clock: Clock
  readonly logger: Logger
  readonly world: World
  readonly limits: StreamLimits
  readonly events: StreamEvents
}
