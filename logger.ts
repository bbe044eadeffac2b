// The program's log: pretty on a terminal, one JSON line an event otherwise.
import { type Logger, pino } from 'pino'

export function createLogger(options: { level: string; pretty: boolean }): Logger {
  const base = { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  if (!options.pretty) return pino(base)
  return pino({ ...base, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } })
}
