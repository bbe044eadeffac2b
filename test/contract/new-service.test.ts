// README's "add a service in one page", carried out in a copy of the project: what is scaffolded runs, checks and passes.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
// Twenty thousand files that are found by their place; the copy's programs are told where they lie.
const compiled = join(root, '.cache/compile')
const left = new Set(['node_modules', '.git', '.tollgate', 'coverage'])
const section = /## Add a service in one page\n([\s\S]*?)\n## /.exec(readFileSync(join(root, 'README.md'), 'utf8'))![1]!
const commands = [...section.matchAll(/`((?:npm run|npx) [^`<]+)`/g)].map((match) => match[1]!)

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tollgate-new-'))
  mkdirSync(copy, { recursive: true })
  const filter = (from: string) => from !== compiled
  for (const entry of readdirSync(root))
    if (!left.has(entry)) cpSync(join(root, entry), join(copy, entry), { recursive: true, filter })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
})

/** The command as npm would run it, without setting the machine up first. */
function run(command: string): Promise<{ code: number; out: string }> {
  const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts
  const [, name, rest = ''] = /^npm run (\S+)(?: -- (.*))?$/.exec(command) ?? []
  const line = name === undefined ? command.replace(/^npx /, '') : `${scripts[name]} ${rest}`
  const path = `${join(copy, 'node_modules/.bin')}:${process.env.PATH}`
  return new Promise((done) =>
    execFile(
      'sh',
      ['-c', line],
      { cwd: copy, env: { ...process.env, PATH: path, TOLLGATE_SETUP: 'off' }, maxBuffer: 64 * 1024 * 1024 },
      (error, out, said) => done({ code: error === null ? 0 : Number(error.code ?? 1), out: out + said }),
    ),
  )
}

const first = (start: string): string => {
  const found = commands.find((command) => command.startsWith(start))
  if (found === undefined) throw new Error(`README names no ${start}`)
  return found
}

test('the files are written, once', async () => {
  const written = await run(first('npm run new'))
  expect(written).toMatchObject({ code: 0 })
  expect(written.out).toContain('processors/services/tides/service.ts')
  expect(await run(first('npm run new'))).toMatchObject({ code: 1, out: expect.stringContaining('is there already') })
})

test('a source and a family are written alone too', async () => {
  expect(await run('npm run new -- source moon-phases')).toMatchObject({ code: 0 })
  expect(await run('npm run new -- family sky-pulse')).toMatchObject({ code: 0 })
  expect(await run('npm run new -- planet mars')).toMatchObject({ code: 2 })
  expect((await run('npm run source -- moon-phases')).out).toContain('400 values')
})

test('its source is polled and its answer computed from the sample', async () => {
  expect(await run(first('npm run source'))).toMatchObject({ code: 0, out: expect.stringContaining('400 values') })
  const { code, out } = await run(first('npm run signal'))
  expect(code, out).toBe(0)
  expect(out).toContain('"formula": "tides/1"')
})

test('it passes the checks, the walls, its own test and every generic suite as it stands', async () => {
  // By the names it has in the copy: what `npm run check` has left of the program and its packages is not checked again.
  const checked = await run('npx tsc --noEmit --preserveSymlinks')
  expect(checked.code, checked.out).toBe(0)
  // Only the new files: the rest was checked where it came from.
  const files =
    'ingestors/sources/tides-figures ingestors/sources/moon-phases processors/services/tides processors/families test/unit/tides.test.ts'
  const formatted = await run(`npx biome check --error-on-warnings ${files}`)
  expect(formatted.code, formatted.out).toBe(0)
  const tests = 'test/unit/tides.test.ts test/unit/house/walls.test.ts test/unit/api/discovery.test.ts'
  const tested = await run(`npx vitest run --project pure ${tests}`)
  expect(tested.code, tested.out).toBe(0)
  const generic = await run('npx vitest run --project pure test/property/services test/contract/sources.test.ts -t tides')
  expect(generic.code, generic.out).toBe(0)
  expect(generic.out).toMatch(/[1-9]\d* passed/)
}, 600_000)
