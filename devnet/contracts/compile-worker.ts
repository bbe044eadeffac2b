// Runs one Solidity compilation on a thread of its own: it takes tens of seconds without a break.
import { parentPort, workerData } from 'node:worker_threads'
import { compile } from './compile.ts'
import type { CompilerInput } from './sources.ts'

parentPort!.postMessage(compile(workerData as CompilerInput))
