// Whatever a service is made of, its answers can be told what stands still: each row's inputs are among what its key selects.
import { expect, test } from 'vitest'
import { renderAnswer } from '../../api/answer.ts'
import { judgeStanding } from '../../api/standing.ts'
import { faultsOf } from '../support/json-schema.ts'
import { toRecords } from '../support/sample-records.ts'
import { rowsAtOnce, services, valuesOf } from '../support/services-under-test.ts'

test.each(services)('%s', async (_label, service) => {
  const known = new Map(
    service.reads.map((topic) => [topic.name, { source: topic.origin.id, proof: 'guessed', set_aside: { count: 1, first: [] } }]),
  )
  const rows = rowsAtOnce(service, toRecords(await valuesOf(service)))
  for (const row of rows.slice(0, 50)) {
    const standing = judgeStanding(service, row, known, row.observedAt)
    expect(standing.factor).toBeCloseTo(0.8, 9)
    const used = new Set((JSON.parse(row.inputs) as { topic: string }[]).map(({ topic }) => topic))
    const ids = service.reads.filter(({ name }) => used.has(name)).map(({ origin }) => origin.id)
    expect(standing.coverage.unproven?.toSorted()).toEqual([...new Set(ids)].sort())
    const route = service.routes.find(({ path }) => path === row.route)!
    const answer = JSON.parse(renderAnswer({ ...row, id: 1 }, route, 'demo', row.observedAt, standing))
    expect(answer.signal.confidence).toBeLessThanOrEqual(JSON.parse(row.body).signal.confidence * 0.8)
    expect(faultsOf(route.output, answer)).toEqual([])
  }
})
