// What is shown of the samples of a day of which nothing is sold: the examples in the documents, and the page of all sources.

// @module-tag slow
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { exampleAt, makeExamples, writeExamples } from '../../../cli/examples/make.ts'
import { type SampledWorld, sampleWorld, writeSourcesPage } from '../../../cli/sources/page.ts'
import { discoverServices } from '../../../processors/index.ts'
import { examplesFile } from '../../../processors/kit/examples.ts'
import { leafFinder, tellingLeaves } from '../../support/leaves.ts'

const services = (await discoverServices()).filter(({ reads, label }) => reads.length > 0 && label !== 'cascade')
let world: SampledWorld

// Polled once for all that is shown: neither changes what it reads.
beforeAll(async () => {
  world = await sampleWorld()
})

describe.each(services.map((service) => [service.label, service] as const))('%s', (label, service) => {
  test('shows what its formulas make of its samples: npm run examples writes it anew', async () => {
    expect(readFileSync(examplesFile(label), 'utf8')).toBe(writeExamples(await makeExamples(service, world.facts, exampleAt)))
  })
})

test('docs/sources.md is what npm run sources -- --write writes', async () => {
  const page = await writeSourcesPage(world)
  expect(readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8')).toBe(page)
  // An honest page names what it does not know and what it does not sell.
  expect(page).toMatch(/Of guessed shape: none\./)
  expect(page).toMatch(/\| miso-grid \|.*\| documented \|/)
  expect(page).toMatch(/\| ta \| nothing \| kraken-candles \|/)
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
