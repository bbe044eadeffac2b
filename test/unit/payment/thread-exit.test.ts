// Who exits waits for what another thread does in native code, and nothing of it is begun afterwards.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { awaitNative, createThreadExit, unlessExiting } from '../../../api/payment/proof/thread-exit.ts'

const module = new URL('../../../api/payment/proof/thread-exit.ts', import.meta.url).href
const nativeMs = 300
const program = `
  const { workerData } = require('node:worker_threads')
  import(${JSON.stringify(module)}).then(({ unlessExiting }) => {
    const { state, seen } = workerData
    for (let n = 0; unlessExiting(state, () => {
      Atomics.add(seen, 0, 1)
      Atomics.notify(seen, 0)
      Atomics.wait(seen, 1, 0, ${nativeMs})
      Atomics.add(seen, 2, 1)
      return true
    }) !== null; n++);
  })`

test('it is ended, and no other begun', async () => {
  const [state, seen] = [createThreadExit(), new Int32Array(new SharedArrayBuffer(12))]
  const worker = new Worker(program, { eval: true, workerData: { state, seen } })
  onTestFinished(async () => void (await worker.terminate()))
  const exited = once(worker, 'exit')
  await Atomics.waitAsync(seen, 0, 0).value
  awaitNative(state)
  const [begun, ended] = [Atomics.load(seen, 0), Atomics.load(seen, 2)]
  expect(begun).toBeGreaterThan(0)
  expect(ended).toBe(begun)
  await exited
  expect(Atomics.load(seen, 0)).toBe(begun)
})

test('where nothing is being done nobody waits', () => {
  const state = createThreadExit()
  expect(unlessExiting(state, () => 7)).toBe(7)
  expect(() => unlessExiting(state, () => JSON.parse('{'))).toThrow(SyntaxError)
  const startedAt = performance.now()
  awaitNative(state)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  expect(unlessExiting(state, () => 7)).toBe(null)
})
