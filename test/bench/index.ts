// Runs one benchmark by name: `npm run bench -- pdf`. Every file beside this one is a benchmark.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((f) => f.endsWith('.ts') && f !== 'index.ts')
  .map((f) => f.slice(0, -3))
const [name, ...rest] = process.argv.slice(2)

const usage = `usage: npm run bench -- <${names.join('|')}> [--help]`

if (name === undefined || name === '--help') process.stdout.write(`${usage}\n`)
else if (!names.includes(name)) {
  process.stderr.write(`no benchmark called ${name}\n${usage}\n`)
  process.exitCode = 2
} else {
  process.exitCode = spawnSync(process.execPath, [`${folder}${name}.ts`, ...rest], { stdio: 'inherit' }).status ?? 1
}
