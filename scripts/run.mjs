// Runs one program of the project on a machine as it is: installs what is missing, then becomes that program on Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const options = ['--disable-warning=TimeoutNegativeWarning']
// A third of the way to the first answer is reading the program itself; where this folder may not be written, nothing is kept.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compile')
// The C library keeps what is freed for the thread that freed it; with as many stores as threads most of that is never used again.
process.env.MALLOC_ARENA_MAX ??= '2'
// Half of these may look up names of hosts, each of which takes ten seconds where its servers do not answer: with four threads two
// such names keep everybody else from the database.
process.env.UV_THREADPOOL_SIZE ??= '32'

// npm takes a script of this name for its own when it installs; nobody has asked for a database then.
const { npm_lifecycle_event: event, npm_command: asked = 'run' } = process.env
if (event === 'prepare' && !asked.startsWith('run')) process.exit(0)

// npm keeps options for itself that do not stand behind two dashes, and the program would do something else without a word.
const [program = '', ...words] = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const file = join(root, program)
if (event !== undefined && program.startsWith('cli/') && existsSync(file)) {
  const known = new Set(readFileSync(file, 'utf8').match(/--[a-z][a-z-]+/g))
  // What an .npmrc turns off, as `yes=false`, is there and empty.
  const kept = [...known].filter(
    (flag) =>
      flag !== '--help' && !['', 'false', undefined].includes(process.env[`npm_config_${flag.slice(2).replaceAll('-', '_')}`]),
  )
  const missed = kept.filter((flag) => !process.argv.includes(flag))
  if (missed.length > 0)
    process.stderr.write(
      `npm took ${missed.join(', ')} for itself; write: npm run ${event} -- ${[...words, ...missed].join(' ')}\n`,
    )
}

// What is said of installing is no output of the program: that may be a file, or a protocol.
// An image is installed whole when it is made, on a Node of its own.
if (process.env.TOLLGATE_SETUP !== 'off') {
  const done = spawnSync(process.execPath, [join(root, 'scripts', 'setup.mjs')], { stdio: ['inherit', 2, 2] })
  if (done.status !== 0) process.exit(done.status ?? 1)
}
const installed = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
become(existsSync(installed) ? installed : process.execPath, [...options, ...process.argv.slice(2)])

// One process where Node can do that: a signal then meets the program itself. An older Node stays as its parent.
function become(node, args) {
  if (typeof process.execve === 'function' && process.platform !== 'win32') process.execve(node, [node, ...args], process.env)
  const child = spawn(node, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal === null) return process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
