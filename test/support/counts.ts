// Ends a run with one plain line of counts that any CI can read.
import type { Reporter, TestModule } from 'vitest/node'

export default class Counts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++
      // A file that failed before its tests ran is a failure, not silence.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) count.failed++
    }
    process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`)
  }
}
