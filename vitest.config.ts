// Two kinds of tests: fast ones that need nothing, and those that get a real Postgres and a real Kafka from one global setup.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Each file's worker, and each program a test starts, reads the same packages again.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compile/', import.meta.url))

// Each stands at a file's head as `@module-tag slow`.
const tags = [
  { name: 'slow', description: 'much work that few changes touch: left out of npm run test:fast, never of npm test' },
  { name: 'alone', description: 'measures its process, or changes what all of it shares: on engines it has one of its own' },
]
const root = fileURLToPath(new URL('./', import.meta.url))
const onEngines = globSync('test/{integration,e2e}/**/*.test.ts', { cwd: root })
const alone = onEngines.filter((file) => /^\/\/ @module-tag alone$/m.test(readFileSync(`${root}${file}`, 'utf8')))

// Of each kind those of a quarter of a minute and more on two quiet cores, about the longest first. The runner's, the faults' and the
// jobs' wait for deadlines and outages most of their time: side by side they would leave the processors idle.
const longest = [
  'e2e/whole-program',
  'e2e/clean-start',
  'integration/runner',
  'e2e/start',
  'integration/faults',
  'integration/cascade-differential',
  'integration/chain-following',
  'integration/jobs',
  'e2e/console',
  'e2e/commands',
  'e2e/payment-gateway',
  'integration/embedded',
  'integration/as-of-cli',
  'integration/payment-property',
  'e2e/hostile',
  'contract/sources',
  'unit/documents/convert-hostile',
  'property/services',
  'property/services-harmed',
  'contract/new-service',
  'unit/house/expressions',
  'unit/documents/convert-ocr',
  'contract/revisions',
]
const placeOf = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  return place === -1 ? longest.length : place
}

// A worker goes on to the next file with all it has read only where that is of the same kind: so one kind after the other, and no wait between.
const kinds = ['engines', 'alone', 'pure']

// What is begun last is waited for alone. The others follow as they are known from earlier runs, the longest first.
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kindOf = ({ project }: TestSpecification) => kinds.indexOf(project.name)
    return (await super.sort(files)).toSorted((a, b) => kindOf(a) - kindOf(b) || placeOf(a) - placeOf(b))
  }
}

const usual = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // What is waited for comes at once, and later where the machine has other work.
  expect: { poll: { timeout: 15_000 } },
  tags,
  pool: 'forks' as const,
  // A fifth of their time is waiting, for programs, brokers, disks and deadlines: a third goes on meanwhile.
  maxWorkers: 3,
}
const withEngines = {
  ...usual,
  // Many programs on two processors: one late test must not cost the others their run. Whoever needed it is named at the end.
  retry: process.env.CI ? 1 : 0,
  globalSetup: ['test/support/engines.ts'],
}

export default defineConfig({
  test: {
    // Node reads the files itself, as it does for the program: no copy of each is made for the tests, and no detour in each call.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests that say they are concurrent mostly wait.
    maxConcurrency: 24,
    reporters: ['default', './test/support/counts.ts'],
    sequence: { sequencer: LongestFirst },
    // They extend this one, so that one server reads each file for all of them.
    projects: [
      // What a pure test imports holds no state that another could see: it is read once for all of a worker's files.
      {
        extends: true,
        test: {
          ...usual,
          name: 'pure',
          isolate: false,
          include: ['test/{unit,contract,property}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...withEngines,
          name: 'engines',
          // A whole program's code is read and compiled once for all files of a worker: a fifth to a third of what they take.
          isolate: false,
          include: ['test/{integration,e2e}/**/*.test.ts'],
          exclude: alone,
        },
      },
      { extends: true, test: { ...withEngines, name: 'alone', include: alone } },
    ],
  },
})
