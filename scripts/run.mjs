// Runs one program of the project on a machine as it is: installs what is missing, then becomes that program on Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const options = ['--disable-warning=TimeoutNegativeWarning']

// npm takes a script of this name for its own when it installs; nobody has asked for a database then.
const { npm_lifecycle_event: event, npm_command: asked = 'run' } = process.env
if (event === 'prepare' && !asked.startsWith('run')) process.exit(0)

// An image is installed whole when it is made, on a Node of its own.
if (process.env.TOLLGATE_SETUP !== 'off') {
  const done = spawnSync(process.execPath, [join(root, 'scripts', 'setup.mjs')], { stdio: 'inherit' })
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
