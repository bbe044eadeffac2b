// The program's log: pretty on a terminal, one JSON line an event otherwise.
import { hostname } from 'node:os'
import { type Logger, pino } from 'pino'
import type { Mask } from '../base/redact.ts'
import manifest from '../package.json' with { type: 'json' }
import { createLineWriter } from './log-lines.ts'

const { version } = manifest

/** Which process says it, where the lines of many come together. */
export interface Speaker {
  readonly version: string
  readonly role: string
  /** A pod or a machine, and the process there. */
  readonly instance: string
}

export const speakerOf = (role: string): Speaker => ({ version, role, instance: `${hostname()}/${process.pid}` })

/** `mask` sees every line whole: a library's own words may hold the address, and with it the key, that it was given. */
export function createLogger(options: { level: string; pretty: boolean; mask?: Mask; speaker?: Speaker }): Logger {
  const { level, mask, speaker } = options
  const hooks = mask === undefined ? {} : { hooks: { streamWrite: mask } }
  const base = { level, base: options.pretty ? null : (speaker ?? null), timestamp: pino.stdTimeFunctions.isoTime, ...hooks }
  if (!options.pretty) return pino(base, createLineWriter())
  return pino({ ...base, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } })
}
