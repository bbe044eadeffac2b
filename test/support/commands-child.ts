// A child process: runs one command after the other as if each were a process of its own, with its words and its environment.
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Ended, endMark } from './commands.ts'

const exit = process.exit.bind(process)
// What stands after a command's end of its process is not reached here either.
const over = Symbol('the command has ended its process')
const goesOnMs = 10_000
let runs = 0
let ending = Promise.withResolvers<Ended>()

process.exit = (code) => {
  ending.resolve({ code: Number(code ?? process.exitCode ?? 0), open: [] })
  throw over
}
process.on('uncaughtException', (error: unknown) => {
  if (error === over) return
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  exit(1)
})
process.on('disconnect', () => exit(0))

process.on('message', async ({ words, env }: { words: string[]; env: Record<string, string> }) => {
  const [file = '', ...rest] = words
  const url = pathToFileURL(file)
  process.argv = [process.execPath, url.pathname, ...rest]
  process.env = env
  process.exitCode = undefined
  ending = Promise.withResolvers()
  const before = process.getActiveResourcesInfo()
  // Itself it is read anew each time; what it imports is there.
  const read = import(`${url.href}?run=${runs++}`).then(
    () => toItsEnd(before),
    (error) => {
      if (error !== over) throw error
      return ending.promise
    },
  )
  const ended = await Promise.race([read, ending.promise])
  for (const one of [process.stdout, process.stderr]) {
    one.removeAllListeners('error')
    one.write(endMark)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  process.send!(ended)
})

/** A process of its own ends when nothing is left that could call it. */
async function toItsEnd(before: readonly string[]): Promise<Ended> {
  const startedAt = performance.now()
  let open = begun(before)
  while (open.length > 0 && performance.now() - startedAt < goesOnMs) {
    await wait(10)
    open = begun(before)
  }
  return { code: Number(process.exitCode ?? 0), open }
}

function begun(before: readonly string[]): string[] {
  const left = [...before]
  return process.getActiveResourcesInfo().filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
