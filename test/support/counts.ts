// Ends a run with one plain line of counts that any CI can read, after the names of those that passed only at a second try.
import type { Reporter, TestModule } from 'vitest/node'

export default class Counts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const again: string[] = []
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        count[test.result().state]++
        if (test.diagnostic()?.flaky) again.push(`${module.relativeModuleId}: ${test.fullName}`)
      }
      // A file that failed before its tests ran is a failure, not silence.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) count.failed++
    }
    for (const name of again) process.stdout.write(`only at the second try, to be mended: ${name}\n`)
    process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`)
  }
}
