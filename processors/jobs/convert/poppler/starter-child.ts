// A small process that starts poppler's programs for a large one, and ends with it.
import { type ProgramCall, startProgram } from './start-program.ts'
import type { StarterRequest } from './starter.ts'

const running = new Map<number, AbortController>()

process.on('message', (request: StarterRequest) => {
  if (request.call === null) running.get(request.id)?.abort()
  else void start(request.id, request.call)
})
// What has a document ends within its bounds; what still waits for one would do so for ever.
process.on('disconnect', () => {
  for (const stop of running.values()) stop.abort()
  process.exit(0)
})
process.send!('ready')

async function start(id: number, call: ProgramCall): Promise<void> {
  const stop = new AbortController()
  running.set(id, stop)
  const started = await startProgram(call, stop.signal)
  running.delete(id)
  process.send!({ id, started })
}
