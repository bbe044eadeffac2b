// Commands as a person types them, one after the other in one process that has read the program's code once. How a command ends as a process
// of its own is proven in `test/unit/house/command.test.ts`.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Ran, usualEnvironment } from './command.ts'

export interface Commands {
  /** `words`: a file of the project and what follows it. */
  run(words: readonly string[], settings: Record<string, string>): Promise<RanInTurn>
  /** One of `cli/` on a database whose log is its own. */
  runOn(databaseUrl: string, name: string, ...args: string[]): Promise<RanInTurn>
  close(): Promise<void>
}

export interface Ended {
  readonly code: number | null
  /** What was begun and not ended, for which a process of its own would have gone on; nothing where the command ended it. */
  readonly open: readonly string[]
}
export type RanInTurn = Ran & Ended

/** What follows the last of a command's words on either stream. */
export const endMark = '\0'

const root = fileURLToPath(new URL('../../', import.meta.url))
const script = fileURLToPath(new URL('./commands-child.ts', import.meta.url))

interface Running {
  readonly child: ChildProcess
  /** A fault that nobody caught ends the process, as it does a command's own. */
  readonly died: Promise<Ended>
}

export function openCommands(): Commands {
  let running: Running | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const start = (): Running => {
    const child = spawn(process.execPath, [script], {
      cwd: root,
      env: usualEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8')
    const died = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, open: [] })))
    void died.then(() => {
      running = null
    })
    return { child, died }
  }
  const runNow = async (words: readonly string[], settings: Record<string, string>): Promise<RanInTurn> => {
    running ??= start()
    const { child, died } = running
    const told = new Promise<Ended>((resolve) => child.once('message', (ended) => resolve(ended as Ended)))
    const said = Promise.all([child.stdout!, child.stderr!].map((stream) => readToMark(stream, died)))
    child.send({ words, env: { ...usualEnvironment(), ...settings } })
    const ended = await Promise.race([told, died])
    const [stdout, stderr] = await said
    return { ...ended, stdout: stdout!, stderr: stderr! }
  }
  const run = (words: readonly string[], settings: Record<string, string>): Promise<RanInTurn> => {
    const ran = turn.then(() => runNow(words, settings))
    turn = ran.catch(() => undefined)
    return ran
  }
  return {
    run,
    runOn: (databaseUrl, name, ...args) => run([`cli/${name}.ts`, ...args], { DATABASE_URL: databaseUrl, KAFKA_BROKERS: '' }),
    async close() {
      running?.child.kill('SIGKILL')
      await running?.died
    },
  }
}

function readToMark(stream: NodeJS.ReadableStream, died: Promise<unknown>): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const end = () => {
      stream.off('data', hear)
      resolve(text)
    }
    const hear = (chunk: string) => {
      text += chunk
      if (!text.endsWith(endMark)) return
      text = text.slice(0, -endMark.length)
      end()
    }
    stream.on('data', hear)
    void died.then(end)
  })
}
