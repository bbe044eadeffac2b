// Ends a run with one plain line of counts that any CI can read, after those that passed only at a second try, with what the first one met.
import type { Reporter, TestModule } from 'vitest/node'

export default class Counts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const again: string[] = []
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        count[test.result().state]++
        if (!test.diagnostic()?.flaky) continue
        const [why = ''] = test.result().errors?.map(({ message }) => message.slice(0, 500)) ?? []
        again.push(`${module.relativeModuleId}: ${test.fullName}: ${why}`)
      }
      // A file that failed before its tests ran is a failure, not silence.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) count.failed++
    }
    for (const name of again) process.stdout.write(`only at the second try, to be mended: ${name}\n`)
    process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`)
  }
}
