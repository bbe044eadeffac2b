// Two kinds of tests: fast ones that need nothing, and those that get a real Postgres and a real Kafka from one global setup.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

// Each file's worker, and each program a test starts, reads the same packages again.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compile/', import.meta.url))

const bounded = { testTimeout: 120_000, hookTimeout: 180_000 }

export default defineConfig({
  test: {
    // Tests that say they are concurrent mostly wait.
    maxConcurrency: 24,
    reporters: ['default', './test/support/counts.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      // What a pure test imports holds no state that another could see: it is read once for all of a worker's files.
      {
        test: {
          ...bounded,
          name: 'pure',
          pool: 'forks',
          isolate: false,
          // They compute all the time: one for each of two processors.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          include: ['test/{unit,contract,property}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...bounded,
          name: 'engines',
          pool: 'forks',
          // A quarter of their time is waiting, for programs, brokers and deadlines: a third goes on meanwhile.
          maxWorkers: 3,
          // Many programs on two processors: one late test must not cost the others their run. Whoever needed it is named at the end.
          retry: process.env.CI ? 1 : 0,
          include: ['test/{integration,e2e}/**/*.test.ts'],
          globalSetup: ['test/support/engines.ts'],
        },
      },
    ],
  },
})
