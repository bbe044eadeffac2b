// The API's heap: what is soon over is made where it is soon given up, whatever others have had to wait for.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

// What waits by the thousand, so that V8 takes it for lasting if it may, and then as much that is over at once, made in the same place.
const program = `
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { collectSeldom } from '${new URL('../../../api/collecting.ts', import.meta.url)}'
collectSeldom()
setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc')
const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
const make = (n) => ({ n, next: { n }, list: [n, n + 1] });
%PrepareFunctionForOptimization(make);
let waiting = Array.from({ length: 60_000 }, (_, n) => make(n));
waiting = null;
%OptimizeFunctionOnNextCall(make);
make(0)
collect()
const before = oldBytes()
for (let n = 0; n < 40_000; n++) make(n)
process.stdout.write(String(oldBytes() - before))`

test('what is made where others once waited is not put among what lasts', () => {
  const flags = ['--allow-natives-syntax', '--single-threaded', '--max-semi-space-size=1']
  const run = spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', program], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect(run.stderr).toBe('')
  // All of it is six megabytes.
  expect(Number(run.stdout)).toBeLessThan(1_000_000)
}, 40_000)
