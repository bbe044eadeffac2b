// A worker's own program: takes one piece of work at a time from its input, answers it, and ends with its starter.
import { Socket } from 'node:net'
import { taskDoers } from './do-task.ts'
import { createFrameReader, packFrame } from './frames.ts'
import type { Lane } from './limits.ts'
import type { TaskName } from './tasks.ts'

// Nothing here may reach out; a library that tries fails loudly, also where the machine could not take the network away.
Object.assign(globalThis, {
  fetch: () => Promise.reject(new Error('no network in a worker')),
  WebSocket: undefined,
  EventSource: undefined,
})

const [lane, scratch] = process.argv.slice(2) as [Lane, string]
const mostInputBytes = 256 * 1024 * 1024
const doers = await taskDoers(lane, scratch)
const answers = new Socket({ fd: 3, readable: false, writable: true })
answers.on('error', () => process.exit(0))

const take = createFrameReader(({ head, body }) => void answer(head as { task: TaskName; input: never }, body))
process.stdin.on('data', (chunk: Buffer) => take(chunk, mostInputBytes))
process.stdin.on('end', () => process.exit(0))
process.stdin.on('error', () => process.exit(0))
send({ kind: 'ready' }, '')

async function answer({ task, input }: { task: TaskName; input: never }, body: Buffer): Promise<void> {
  try {
    const { output, text } = await doers[task]!(input, body)
    send({ kind: 'done', output }, text)
  } catch (error) {
    // Running out of stack or of string length is the bytes' doing, anything else is ours.
    const overrun = error instanceof RangeError
    send({ kind: 'failed', overrun, message: (error instanceof Error ? `${error.stack}` : String(error)).slice(0, 4_000) }, '')
  }
}

function send(head: unknown, text: string): void {
  for (const part of packFrame(head, Buffer.from(text))) answers.write(part)
}
