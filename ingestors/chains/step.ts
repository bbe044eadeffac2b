// What every step of reading a chain works with, and what it says of itself when it is done.
import type { Logger } from 'pino'
import type { ChainPlace } from '../../db/chains/checkpoints.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../db/log/port.ts'
import type { Chain } from './chain.ts'
import type { ChainWake } from './chain-wake.ts'
import type { ChainSource, Follower } from './follower.ts'
import type { Header } from './header.ts'

export interface StepContext {
  readonly chain: Chain
  readonly follower: Follower
  readonly source: ChainSource
  readonly place: ChainPlace
  readonly database: Database
  readonly log: Log
  readonly logger: Logger
  readonly stop: AbortSignal
  /** Whether this process is the one that reads this chain. */
  owns(): Promise<boolean>
  /** Shared by the chain's sources. */
  readonly wake: ChainWake
  readonly memory: StepMemory
  /** How long, at least, between two comparisons of what is tracked with the chain's totals while blocks are read. */
  readonly compareAgainMs: number
  /** How long after the first repair of a fault the second is made; each further one waits twice as long. */
  readonly repairAgainMs: number
}

/** What is forgotten with the process, and then done again. */
export interface StepMemory {
  /** The block at which everything was last looked at. */
  refreshedAt: number | null
  /** The chain's first block, once it was compared with the checkpoint's. */
  genesis: Header | null
  /** How often in a row this chain seemed to be another one. */
  doubts: number
  /** How often totals that do not match were acted on since they last matched, and when. */
  repairs: number
  repairedAt: number
  /** The last block at which totals and what is tracked matched; null: none since the process began. */
  cleanBlock: number | null
  /** When everybody was last read again for no other reason than time; at first, when the process began. */
  sweptAt: number
  /** Something was found that others live by, and they were not told yet. */
  hasNews: boolean
  /** How much of what others found was known when this source last read. */
  wakesSeen: number
}

export function freshMemory(): StepMemory {
  return {
    refreshedAt: null,
    genesis: null,
    doubts: 0,
    repairs: 0,
    repairedAt: 0,
    cleanBlock: null,
    sweptAt: Date.now(),
    hasNews: false,
    wakesSeen: 0,
  }
}

export interface Step {
  /** Up to which block the chain is read, and that block's time where it is known. */
  readonly block: number
  readonly blockTime: Date | null
  readonly head: number
  readonly appended: number
  /** How many things were looked at, changed or not. */
  readonly read: number
  /** There is something to do at once. */
  readonly more: boolean
}
