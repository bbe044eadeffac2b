// What an attack is: a row of a review, what it needs of the gateway, and how it is told that it got something.
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Signed, Terms } from './payment.ts'
import type { Purse } from './purse.ts'

/** `got` and `charged` are for a person to read; `isHeld` is what they mean, null where the attack could not be made. */
export interface Finding {
  readonly got: string
  readonly charged?: string
  readonly isHeld: boolean | null
}

/** One gateway as anybody on the internet meets it, and the demo chain as any wallet does. */
export interface World {
  readonly url: string
  readonly purse: Purse
  /** The chain's port for wallets. */
  readonly rpcUrl: string
  /** Resident memory of the process that serves, as the machine's owner sees it. */
  rssMb(): number
  /** What the first route asks for: the attacker knows it from a 402 alone. */
  readonly terms: Terms
  payer(atomic?: bigint): Promise<PrivateKeyAccount>
  /** A payment in the current dialect for `path`; nothing is sent. */
  headers(signed: Signed | Record<string, unknown>, extensions?: Record<string, unknown>): Record<string, string>
  get(headers: Record<string, string>, path?: string): Promise<Answer>
  /** What the seller's address has been paid since the attack began. */
  income(): Promise<bigint>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Described {
  /** The row of the review: `payments 1`, or `own` for an attack that no review lists. */
  readonly row: string
  readonly title: string
}

/** Against a gateway that runs: the one that all share, or one of its own where it is hurt or needs its own settings. */
export interface Attack extends Described {
  /** Quick ones are part of the suite as well. */
  readonly isQuick?: boolean
  readonly own?: (() => Promise<Own>) | Readonly<Record<string, string>>
  run(world: World): Promise<Finding>
}

export interface Own {
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Against the start itself: what a program says that is started wrongly. */
export interface StartAttack extends Described {
  start(run: StartOnce): Promise<Finding>
}

/** Starts the program with these settings until it listens, ends, or time is up. */
export type StartOnce = (env: Record<string, string>) => Promise<{ readonly listens: boolean; readonly output: string }>

export function defineAttack<A extends Attack | StartAttack>(attack: A): A {
  return attack
}

export const usd = (atomic: bigint): string => `$${(Number(atomic) / 1e6).toFixed(2)}`
