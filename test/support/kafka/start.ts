// A real Kafka for the tests: the one named by KAFKA_BROKERS, one in Docker, or one on the local Java from Maven's jars.
import { spawnSync } from 'node:child_process'
import { type LocalBroker, startLocalBroker } from './local.ts'

export interface TestKafka {
  readonly brokers: string
  readonly missing: string
  stop(): Promise<void>
}

const dockerImage = process.env.KAFKA_IMAGE ?? 'apache/kafka-native:4.1.1'

export async function startKafka(): Promise<TestKafka> {
  const given = process.env.KAFKA_BROKERS
  if (given) return { brokers: given, missing: '', stop: async () => undefined }
  if (hasImage()) return startInDocker()
  const broker: LocalBroker = await startLocalBroker()
  return { brokers: broker.address, missing: '', stop: () => broker.stop() }
}

// Only an image already at hand: a test run does not wait for a pull that may be refused.
function hasImage(): boolean {
  return spawnSync('docker', ['image', 'inspect', dockerImage], { stdio: 'ignore', timeout: 5_000 }).status === 0
}

async function startInDocker(): Promise<TestKafka> {
  const { KafkaContainer } = await import('@testcontainers/kafka')
  const container = await new KafkaContainer(dockerImage).withKraft().start()
  return {
    brokers: `${container.getHost()}:${container.getMappedPort(9093)}`,
    missing: '',
    stop: async () => void (await container.stop()),
  }
}
