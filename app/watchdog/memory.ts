// What the main thread tells its watchdog through shared memory, which it can be read from whatever the main thread does.

export const memoryBytes = 8

export interface Pulse {
  readonly beat: number
  /** Somebody looks at it through a debugger, where it may stand as long as they like. */
  readonly isDebugged: boolean
}

export function createPulse(memory: SharedArrayBuffer): { beat(isDebugged: boolean): void; read(): Pulse } {
  const [beats, debugged] = [0, 1]
  const cells = new Int32Array(memory)
  return {
    beat(isDebugged) {
      Atomics.store(cells, debugged, isDebugged ? 1 : 0)
      Atomics.add(cells, beats, 1)
    },
    read: () => ({ beat: Atomics.load(cells, beats), isDebugged: Atomics.load(cells, debugged) === 1 }),
  }
}
