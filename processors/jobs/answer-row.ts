// A job's answer as the row the API sells, with the request's record as its provenance.
import { createHash } from 'node:crypto'
import type { SignalRow } from '../../db/rows/signals.ts'
import type { StoredJob } from '../../db/work/jobs.ts'
import type { JobAnswer } from './define.ts'

export function answerRow(answer: JobAnswer, job: StoredJob, now: Date): SignalRow {
  const disclaimer = answer.disclaimer === undefined ? {} : { disclaimer: answer.disclaimer }
  return {
    service: answer.service,
    route: answer.route,
    key: answer.key,
    body: 'text' in answer ? answer.text : JSON.stringify(answer.body),
    meta: JSON.stringify({ coverage: answer.coverage, sources: [], ...disclaimer }),
    observedAt: now,
    computedAt: now,
    staleAfter: new Date(now.getTime() + answer.freshSeconds * 1_000),
    formula: answer.formula,
    inputs: JSON.stringify([{ topic: job.topic, partition: job.partition, offset: job.offset.toString(), facts: 1 }]),
    inputsHash: createHash('sha256').update(job.request).digest('hex'),
  }
}
