// Queued work for tests of the machinery: each errand says how it behaves, and every run of one leaves a row behind.
import { setTimeout as wait } from 'node:timers/promises'
import Type from 'typebox'
import { defineTopic } from '../../db/log/topic.ts'
import { defineJob, JobRefusal } from '../../processors/jobs/define.ts'
import { defineRoute, defineService } from '../../processors/kit/define.ts'
import { testOrigin } from './topics.ts'

export const acts = [
  'answer',
  'slow',
  'hang-once',
  'kill',
  'refuse',
  'pass',
  'fail',
  'fail-once',
  'fail-twice',
  'no-room-twice',
  'no-room',
  'deaf',
  'alone',
] as const
export type Act = (typeof acts)[number]

const slowMs = 2_500
const hangMs = 120_000

export function makeErrands(topicName: string, options: { waitSeconds?: number; deadlineSeconds?: number } = {}) {
  // Each topic's own: who was killed in one test is no member of the next one's group.
  const kind = `errand-${topicName}`
  const topic = defineTopic({
    name: `test.${topicName}.v1`,
    origin: testOrigin,
    schema: Type.Object({ key: Type.String(), requested_at: Type.String(), act: Type.String({ enum: [...acts] }) }),
    partitions: 2,
    retention: { days: 1 },
    key: (request) => request.key,
    observedAt: (request) => new Date(request.requested_at),
    revision: (request) => BigInt(Date.parse(request.requested_at)),
  })
  const job = defineJob<{ key: string; requested_at: string; act: string }>({
    kind,
    topic,
    concurrency: 2,
    deadlineSeconds: options.deadlineSeconds ?? 60,
    async run({ key, act }, { database, signal, now, alone }) {
      await database.pool.query('INSERT INTO errand_run (key, pid) VALUES ($1, $2)', [key, process.pid])
      const { rows } = await database.pool.query<{ n: string }>('SELECT count(*) AS n FROM errand_run WHERE key = $1', [key])
      const run = Number(rows[0]!.n)
      if (act === 'kill') process.kill(process.pid, 'SIGKILL')
      if (act === 'refuse') throw new JobRefusal('not_today', 'This errand is not run.')
      if (act === 'pass') throw new JobRefusal('not_now', 'This errand is not run now.', { isPassing: true })
      if (act === 'fail' || (act === 'fail-once' && run === 1) || (act === 'fail-twice' && run < 3))
        throw new Error('the errand fell over')
      if (act === 'no-room' || (act === 'no-room-twice' && run < 3))
        throw new Error('a worker failed: Error: ENOSPC: no space left on device, write\n    at async write')
      if (act === 'alone' && !alone) throw new Error('it wanted to be alone')
      if (act === 'deaf') await wait(hangMs, undefined, { ref: false })
      if (act === 'hang-once' && run === 1) await wait(hangMs, undefined, { signal })
      if (act === 'slow') await wait(slowMs, undefined, { signal })
      const coverage = { inputs_used: 1, inputs_expected: 1, missing: [], stale: [] }
      const signalPart = { label: 'done', score: run, as_of: now.toISOString() }
      return [
        {
          service: 'errand',
          route: '/run',
          key,
          body: { signal: signalPart, run },
          coverage,
          formula: 'errand/1',
          freshSeconds: 60,
        },
      ]
    },
  })
  const route = defineRoute({
    method: 'GET',
    path: '/run',
    price: 'free',
    serve: 'queued',
    summary: 'runs an errand',
    tags: ['test'],
    input: Type.Object({ name: Type.String(), act: Type.String({ enum: [...acts] }) }),
    output: Type.Object({}),
    example: { input: { name: 'a', act: 'answer' }, output: undefined },
    key: ({ name }) => name,
    queue: {
      kind,
      topic,
      waitSeconds: options.waitSeconds ?? 40,
      request: ({ name, act }) => ({ key: name, value: { act } }),
    },
    maxAgeSeconds: 60,
    hardMaxAgeSeconds: 600,
  })
  const service = defineService({
    label: 'errand',
    title: 'Errands',
    description: 'Runs errands.',
    version: '1',
    tags: ['test'],
    reads: [],
    routes: [route],
    affected: () => [],
    selects: () => [],
    compute: () => [],
  })
  return { kind, topic, job, service }
}
