// A program that exits while another of its threads is in native code is aborted: who exits waits until that is done, and has no more begun.
const [exiting, inside] = [0, 1]
// Longer than any of it takes.
const longestMs = 5_000

export type ThreadExit = Int32Array<SharedArrayBuffer>

export function createThreadExit(): ThreadExit {
  return new Int32Array(new SharedArrayBuffer(8))
}

/** On the thread: null when the program exits already, and nothing was done. */
export function unlessExiting<T>(state: ThreadExit, work: () => T): T | null {
  Atomics.store(state, inside, 1)
  try {
    return Atomics.load(state, exiting) === 1 ? null : work()
  } finally {
    Atomics.store(state, inside, 0)
    if (Atomics.load(state, exiting) === 1) Atomics.notify(state, inside)
  }
}

/** On the thread that exits. */
export function awaitNative(state: ThreadExit): void {
  Atomics.store(state, exiting, 1)
  Atomics.wait(state, inside, 1, longestMs)
}
