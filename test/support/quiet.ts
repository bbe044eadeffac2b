// A logger that says nothing unless a suite is being debugged.
import { pino } from 'pino'

export const quiet = pino({ level: process.env.LOG_LEVEL ?? 'fatal' })
