// The counter with facts of today, a free route that ages quickly and a paid one: for suites that take its engines away.
import { defineRoute, type Service } from '../../processors/kit/define.ts'
import { counterService, tickTopic } from './counter.ts'

export type FaultTopic = ReturnType<typeof tickTopic>

export function faultTopic(startMs: number): FaultTopic {
  return { ...tickTopic('faults'), observedAt: (tick) => new Date(startMs + tick.n) }
}

export function faultService(topic: FaultTopic): Service {
  const counter = counterService(topic)
  const count = defineRoute({ ...counter.routes[0]!, price: 'free', key: () => 'k1', maxAgeSeconds: 4, hardMaxAgeSeconds: 3_600 })
  return { ...counter, label: 'faults', routes: [count, { ...count, path: '/paid', price: '0.01' }] }
}
