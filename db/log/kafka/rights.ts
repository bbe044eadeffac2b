// What Kafka keeps from this user, said with the right that is missing: of a group it says only that nobody coordinates it.
import { TollgateError } from '../../../base/errors.ts'
import { typeOf } from './error-type.ts'

export interface Wanted {
  readonly topics?: readonly string[]
  readonly group?: string
}

/** The error itself where it is about something else. */
export function sayRights(error: unknown, { topics = [], group = '' }: Wanted): unknown {
  const words = missing(error, topics, group)
  return words === null ? error : new TollgateError('log_unavailable', words, { cause: error })
}

function missing(error: unknown, topics: readonly string[], group: string): string | null {
  const { name } = error as { readonly name?: string }
  const type = typeOf(error)
  const some = topics.length > 3 ? `${topics.slice(0, 3).join(', ')} …` : topics.join(', ')
  if (name === 'KafkaJSGroupCoordinatorNotFound')
    return `No broker coordinates the group ${group}: this user of Kafka may lack \`Read\` on it, or the brokers their topic __consumer_offsets.`
  if (type === 'GROUP_AUTHORIZATION_FAILED') return `This user of Kafka lacks \`Read\` on the group ${group}.`
  if (type === 'TOPIC_AUTHORIZATION_FAILED')
    return `This user of Kafka lacks \`${group === '' ? 'Write' : 'Read'}\` or \`Describe\` on ${some}.`
  if (type === 'CLUSTER_AUTHORIZATION_FAILED')
    return 'This user of Kafka may append nowhere: it lacks `IdempotentWrite` on the cluster, or `Write` on its topics.'
  return null
}
