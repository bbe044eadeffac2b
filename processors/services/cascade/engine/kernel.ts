// The compiled kernel, as many times as there are runs: each has a memory of its own.
import { readFileSync } from 'node:fs'
import { type Arena, createArena } from './arena.ts'
import { kernelFile } from './kernel-file.ts'

export type Kernel = {
  // Both take the address of a run's record.
  reset(run: number): void
  step(run: number, protocolMask: number): void
}

// Node's own types leave it out.
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer }
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

const pageBytes = 65_536
let loaded: object | undefined

// Before the first run, where there is time for it: it may have to be compiled.
export function loadKernel(): object {
  loaded ??= new WebAssembly.Module(readFileSync(kernelFile()))
  return loaded
}

// `layOut` is called twice: to measure, and to write.
export function createKernel<T>(layOut: (arena: Arena) => T): { readonly kernel: Kernel; readonly laidOut: T } {
  const measured = createArena(null)
  layOut(measured)
  const pages = Math.ceil(measured.used / pageBytes)
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
  const { exports } = new WebAssembly.Instance(loadKernel(), { env: { memory } })
  return { kernel: exports as Kernel, laidOut: layOut(createArena(memory.buffer)) }
}
