// What a server is given.
import type { Logger } from 'pino'
import type { Config } from '../app/config/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Metrics } from '../base/metrics.ts'
import type { Probes } from '../base/probes.ts'
import type { Mask } from '../base/redact.ts'
import type { Database } from '../db/client.ts'
import type { Log } from '../db/log/port.ts'
import type { PartitionLag } from '../db/work/lag.ts'
import type { Service } from '../processors/kit/define.ts'
import type { GiveDollars } from './console/faucet.ts'
import type { PaymentPorts } from './payment/index.ts'
import type { StreamLimits } from './stream/limits.ts'
import type { KnownSource } from './unmade.ts'

export interface ServerDependencies {
  readonly config: Pick<Config, 'domain' | 'world' | 'port' | 'host'> &
    Partial<Pick<Config, 'publicUrl' | 'trustProxy' | 'metricsPort' | 'paidCallsAtOnce' | 'adminToken' | 'adminFrom'>>
  readonly services: readonly Service[]
  readonly sources?: readonly KnownSource[]
  readonly database: Database
  /** A copy of it that follows, for reads that may be a moment behind. */
  readonly replica?: Database
  readonly log: Log
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly payments: PaymentPorts
  readonly demoMarket?: (() => object) | undefined
  /** Test dollars of the demo chain, for whoever asks. */
  readonly faucet?: GiveDollars | undefined
  /** The workers of this process for what strangers send, and how they are shut in. */
  readonly workers?: (() => object) | undefined
  readonly streamLimits?: Partial<StreamLimits>
  /** How long a server that stops answers on connections that are open, and ends each after its answer. */
  readonly leaveMs?: number
  readonly mask?: Mask
  readonly probes?: Probes
  /** How far every group of the program is behind; without it those of these services are measured. */
  readonly lag?: () => Promise<readonly PartitionLag[]>
}
