// Types and lint, side by side. Plain JavaScript, any Node from 18 on.
import { spawn } from 'node:child_process'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const GiB = 2 ** 30
// Several checkers each work out the types of the same packages again; and what is soon over need not be tidied up after.
const lasting = totalmem() > 8 * GiB ? { GOGC: 'off', GOMEMLIMIT: '4GiB' } : {}

const codes = await Promise.all([types(), lint()])
process.exitCode = codes.find((code) => code !== 0) ?? 0

async function types() {
  const code = await run('tsc', ['--noEmit', '--checkers', '1'], lasting)
  return code === 0 ? run('tsc', ['--noEmit', '-p', 'api/console/client'], lasting) : code
}

function lint() {
  return run('biome', ['check', '--error-on-warnings', '.'])
}

/** What it says is said at once when it has ended: two that speak at the same time cannot be read. */
function run(name, given, settings = {}) {
  const program = join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
  const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
  const child = spawn(program, given, {
    cwd: root,
    env: { ...process.env, ...settings, ...colours },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((done) => {
    child.on('error', ({ message }) => {
      process.stderr.write(`${name} cannot be started (${message}); npm run setup installs it.\n`)
      done(1)
    })
    child.on('close', (code) => {
      process.stdout.write(said)
      done(code ?? 1)
    })
  })
}
