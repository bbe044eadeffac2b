// The order of a clone's first run, when nothing is known of an earlier one: what takes longest is begun first, or it would be waited for alone.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Over half a minute each on two quiet cores, the longest first. */
const longest = [
  'e2e/start',
  'integration/cascade-differential',
  'e2e/readme',
  'e2e/catalog',
  'integration/chain-following',
  'e2e/console',
  'e2e/compose-proxy',
  'e2e/commands',
  'e2e/probes',
  'integration/runner',
  'e2e/payment-gateway',
  'integration/payment-interleavings',
  'integration/jobs',
  'e2e/clean-start',
  'integration/older-aave',
  'e2e/hostile',
  'property/services',
  'property/services-harmed',
  'unit/documents/convert-hostile',
  'contract/sources',
  'contract/new-service',
  'unit/house/expressions',
]
const known = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isKnown = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file) !== undefined
    if (files.every(isKnown)) return sorted
    const placeOf = (file: TestSpecification) => (known(file) === -1 ? longest.length : known(file))
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b))
  }
}
