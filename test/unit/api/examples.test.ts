// The examples in the documents: what the formulas make of the samples, of a day of which nothing is sold.

// @module-tag slow
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { exampleAt, makeExamples, pollSamples, writeExamples } from '../../../cli/examples/make.ts'
import { discoverServices } from '../../../processors/index.ts'
import { examplesFile } from '../../../processors/kit/examples.ts'
import { leafFinder, tellingLeaves } from '../../support/leaves.ts'

const services = (await discoverServices()).filter(({ reads, label }) => reads.length > 0 && label !== 'cascade')
let facts: Awaited<ReturnType<typeof pollSamples>>

beforeAll(async () => {
  facts = await pollSamples(services, exampleAt)
})

describe.each(services.map((service) => [service.label, service] as const))('%s', (label, service) => {
  test('shows what its formulas make of its samples: npm run examples writes it anew', async () => {
    expect(readFileSync(examplesFile(label), 'utf8')).toBe(writeExamples(await makeExamples(service, facts, exampleAt)))
  })
})

test('a leaf is found where it stands, and only there', () => {
  const leaves = tellingLeaves({
    score: 12.3456,
    at: '2026-11-20',
    text: 'a sentence of "some" length',
    small: 0.5,
    list: [[987654]],
  })
  expect([...leaves]).toEqual(['12.3456', 'a sentence of \\"some\\" length', '987654'])
  expect(leafFinder('{"a":12.3456,"b":9876541}')(leaves)).toEqual(['12.3456'])
})
