// Stalls the loop on purpose when told to, so that tests can see what the watchdog does about it.
import { pbkdf2Sync } from 'node:crypto'
import type { Logger } from 'pino'

export type StallKind = 'loop' | 'expression' | 'native'

// Longer than any limit a test sets, and over by itself where there is none.
const stallMs = 8_000

/** Each kind is one that the engine stops in its own way, or not at all. */
const stalls: Readonly<Record<StallKind, () => void>> = {
  loop: function stallInLoop() {
    const until = performance.now() + stallMs
    while (performance.now() < until);
  },
  expression: function stallInExpression() {
    ;/^(a+)+$/.test(`${'a'.repeat(40)}b`)
  },
  native: function stallInNativeCode() {
    pbkdf2Sync('password', 'salt', 2_000_000_000, 64, 'sha512')
  },
}

export function stallWhenTold(kind: StallKind, logger: Logger): void {
  process.on('SIGUSR2', stalls[kind])
  logger.warn({ kind }, 'SIGUSR2 stalls the loop')
}
