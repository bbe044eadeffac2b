// Appends to Kafka so that what counts as appended is there: kafkajs alone calls a send done while a part of it has gone to nobody, and takes
// the numbers of a failed one for the next.
import { type ICustomPartitioner, type Kafka, type Message, Partitioners, type Producer } from 'kafkajs'
import { TollgateError } from '../../../base/errors.ts'
import { typeOf } from './error-type.ts'
import { longestAnswerMs } from './sockets.ts'

export interface Sender {
  /** So that a start fails where nobody answers. */
  connect(): Promise<void>
  /** Resolves once every message is durable. */
  send(topic: string, messages: readonly Message[]): Promise<void>
  close(): Promise<void>
}

interface Shared {
  readonly producer: Producer
  readonly connected: Promise<void>
  uses: number
  isSpent: boolean
}

const mostRounds = 5
// A log that was cut off, or made anew, and does not know what this producer has written to it.
const unknownNumbers = ['OUT_OF_ORDER_SEQUENCE_NUMBER', 'UNKNOWN_PRODUCER_ID', 'INVALID_PRODUCER_EPOCH']

export function createSender(kafka: Pick<Kafka, 'producer'>): Sender {
  const places = new WeakMap<Message, number>()
  let current: Shared | null = null
  const open = (): Shared => {
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      createPartitioner: rememberedIn(places),
      allowAutoTopicCreation: false,
    })
    return { producer, connected: producer.connect(), uses: 0, isSpent: false }
  }
  async function send(topic: string, messages: readonly Message[], isAgain = false): Promise<void> {
    current ??= open()
    const shared = current
    shared.uses++
    try {
      await shared.connected
      return await sendAll(shared.producer, places, topic, messages)
    } catch (error) {
      // A broker may have it all the same, and kafkajs gives its numbers to what comes next: that would pass for a repeat, and be thrown away.
      shared.isSpent = true
      if (current === shared) current = null
      if (isAgain || !unknownNumbers.includes(typeOf(error))) throw error
    } finally {
      shared.uses--
      if (shared.isSpent && shared.uses === 0) void shared.producer.disconnect().catch(() => undefined)
    }
    return send(topic, messages, true)
  }
  return {
    connect: () => {
      current ??= open()
      return current.connected
    },
    send: (topic, messages) => send(topic, messages),
    close: async () => current?.producer.disconnect(),
  }
}

/** A message keeps its place while kafkajs tries again, whatever it learns of the topic meanwhile. */
function rememberedIn(places: WeakMap<Message, number>): ICustomPartitioner {
  return () => {
    const placeOf = Partitioners.DefaultPartitioner()
    return (asked) => {
      const place = places.get(asked.message) ?? placeOf(asked)
      places.set(asked.message, place)
      return place
    }
  }
}

/**
 * kafkajs tries again only with brokers that have not answered yet: where the leader of a partition fell away, and the new one had
 * answered for another, its records went to nobody. Which partitions were answered for it tells.
 */
async function sendAll(
  producer: Producer,
  places: WeakMap<Message, number>,
  topic: string,
  messages: readonly Message[],
): Promise<void> {
  let left = [...messages]
  for (let round = 0; left.length > 0; round++) {
    if (round === mostRounds)
      throw new TollgateError('log_unavailable', `Kafka takes nothing for partition ${places.get(left[0]!)} of ${topic}.`, {
        retryable: true,
      })
    const answers = await producer.send({ topic, acks: -1, timeout: longestAnswerMs, messages: left })
    const answered = new Set(answers.map(({ partition }) => partition))
    left = left.filter((message) => !answered.has(places.get(message)!))
  }
}
