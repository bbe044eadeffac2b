// Two kinds of tests: fast ones that need nothing, and those that get a real Postgres and a real Kafka from one global setup.
import { defineConfig } from 'vitest/config'

const bounded = { testTimeout: 120_000, hookTimeout: 180_000 }

export default defineConfig({
  test: {
    // Tests that say they are concurrent mostly wait.
    maxConcurrency: 24,
    reporters: ['default', './test/support/counts.ts'],
    maxWorkers: 2,
    projects: [
      { test: { ...bounded, name: 'pure', pool: 'forks', include: ['test/{unit,contract,property}/**/*.test.ts'] } },
      {
        test: {
          ...bounded,
          name: 'engines',
          pool: 'forks',
          include: ['test/{integration,e2e}/**/*.test.ts'],
          globalSetup: ['test/support/engines.ts'],
        },
      },
    ],
  },
})
