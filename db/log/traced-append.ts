// An append as a trace shows it; its records carry that trace.
import { traced } from '../../base/trace.ts'
import type { Topic } from './topic.ts'

export async function tracedAppend({ name }: Topic<any>, records: number, append: () => Promise<void>): Promise<void> {
  const attributes = { 'messaging.destination.name': name, 'messaging.batch.message_count': records }
  return traced('append', attributes, append, { kind: 'producer' })
}
