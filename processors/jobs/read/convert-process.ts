// One conversion process: started with a memory limit and few rights, killed when a job overruns, gone for good once it ends.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Converted, ConvertJob } from './convert.ts'
import { ReadRefusal } from './refusal.ts'

export type ChildAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; converted: Converted }
  | { kind: 'failed'; overrun: boolean; message: string }

export interface ConvertProcess {
  readonly alive: boolean
  run(job: ConvertJob, timeoutMs: number, signal?: AbortSignal): Promise<Converted>
  kill(): void
}

// A process and not a thread: V8 answers some allocation failures in a thread by aborting the whole program.
export function startConvertProcess(memoryMb: number): ConvertProcess {
  const child = fork(fileURLToPath(new URL('./convert-child.ts', import.meta.url)), [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--permission', '--allow-fs-read=*', '--disable-warning=SecurityWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  const state = { alive: true }
  // Resolves once, however the process ends or fails to start.
  const gone = new Promise<'gone'>((resolve) => {
    const end = () => {
      state.alive = false
      resolve('gone')
    }
    child.once('exit', end).on('error', end)
  })
  const ready = new Promise<'ready'>((resolve) => child.once('message', () => resolve('ready')))
  const kill = () => {
    state.alive = false
    child.kill('SIGKILL')
  }
  hold(child, false)
  return {
    get alive() {
      return state.alive
    },
    run: async (job, timeoutMs, signal) => {
      hold(child, true)
      try {
        if ((await Promise.race([ready, gone])) === 'gone') throw new Error('the conversion process did not start')
        return await Promise.race([converse(child, job, timeoutMs, signal), gone.then(overrun)])
      } catch (error) {
        // Whatever it was busy with, it is not to be trusted with the next job.
        if (error instanceof ReadRefusal || signal?.aborted) kill()
        throw error
      } finally {
        if (state.alive) hold(child, false)
      }
    },
    kill,
  }
}

function converse(child: ChildProcess, job: ConvertJob, timeoutMs: number, signal: AbortSignal | undefined): Promise<Converted> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      child.off('message', hear)
      settle()
    }
    const cancel = () => finish(() => reject(signal?.reason))
    const hear = (answer: ChildAnswer) => {
      if (answer.kind === 'done') finish(() => resolve(answer.converted))
      if (answer.kind === 'failed') {
        finish(() =>
          reject(answer.overrun ? new ReadRefusal('page_too_complex') : new Error(`page conversion failed: ${answer.message}`)),
        )
      }
    }
    const timer = setTimeout(() => finish(() => reject(new ReadRefusal('page_too_complex'))), timeoutMs)
    signal?.addEventListener('abort', cancel, { once: true })
    child.on('message', hear)
    // A send that fails means the process is gone, which the caller is already waiting for.
    child.send(job, () => undefined)
  })
}

function overrun(): never {
  throw new ReadRefusal('page_too_complex')
}

// An idle process must not keep ours alive, a busy one must.
function hold(child: ChildProcess, busy: boolean): void {
  if (busy) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
