// Both logs behind one factory, so that every suite about the log runs on each of them.
import { Kafka, logLevel } from 'kafkajs'
import { inject } from 'vitest'
import type { Database } from '../../db/client.ts'
import { createKafkaLog } from '../../db/log/kafka/index.ts'
import { letEmptyQueuesRest } from '../../db/log/kafka/restful-queue.ts'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { quiet } from './database.ts'

export const logKinds = ['postgres', 'kafka'] as const
export type LogKind = (typeof logKinds)[number]

export function missingEngine(kind: LogKind): string {
  return kind === 'kafka' ? inject('kafkaMissing') : ''
}

export async function openLog(kind: LogKind, database: Database): Promise<Log> {
  if (kind === 'postgres') return createPostgresLog({ database, logger: quiet })
  return createKafkaLog({ brokers: kafkaBrokers(), logger: quiet })
}

export function kafkaBrokers(): string[] {
  return inject('kafkaBrokers').split(',')
}

export function kafkaClient(): Kafka {
  letEmptyQueuesRest()
  return new Kafka({ brokers: kafkaBrokers(), logLevel: logLevel.NOTHING })
}
