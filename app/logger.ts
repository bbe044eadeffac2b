// The program's log: pretty on a terminal, one JSON line an event otherwise.
import { type Logger, pino } from 'pino'
import type { Mask } from '../base/redact.ts'

/** `mask` sees every line whole: a library's own words may hold the address, and with it the key, that it was given. */
export function createLogger(options: { level: string; pretty: boolean; mask?: Mask }): Logger {
  const { level, mask } = options
  const hooks = mask === undefined ? {} : { hooks: { streamWrite: mask } }
  const base = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, ...hooks }
  if (!options.pretty) return pino(base)
  return pino({ ...base, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } })
}
