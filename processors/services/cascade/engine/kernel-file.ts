// The kernel's WebAssembly, compiled from its AssemblyScript where its sources or their compiler are new, and kept beside the packages.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'
import { messageOf, TollgateError } from '../../../../base/errors.ts'

const projectRoot = fileURLToPath(new URL('../../../../', import.meta.url))
const home = 'processors/services/cascade'
const folder = join('.cache', 'cascade-kernel')
const entry = `${home}/kernel/index.ts`
// Beside the kernel's own files.
const shared = [`${home}/index/codes.ts`, `${home}/model/rules.ts`]
const options = ['-O3', '--runtime', 'stub', '--noAssert', '--importMemory']

// Compiling takes a second or two, once on a machine; it is done here and now, by whoever is the first to need it.
export function kernelFile(root: string = projectRoot): string {
  const file = placeOf(root)
  if (existsSync(join(root, file))) return join(root, file)
  // Written aside and moved: others may be compiling it too.
  const unfinished = `${file}.${process.pid}.${threadId}`
  try {
    mkdirSync(join(root, folder), { recursive: true })
    compile(root, unfinished)
    renameSync(join(root, unfinished), join(root, file))
  } catch (cause) {
    const remedy = 'Run "npm run kernel" once, as somebody who may write there and with all packages installed.'
    throw new TollgateError('internal', `No compiled kernel in ${folder}: ${messageOf(cause)} ${remedy}`, { cause })
  }
  return join(root, file)
}

/** Whoever has time before the first simulation can have it compiled elsewhere. */
export const isKernelCompiled = (root: string = projectRoot): boolean => existsSync(join(root, placeOf(root)))

const placeOf = (root: string): string => join(folder, `${fingerprint(root)}.wasm`)

function fingerprint(root: string): string {
  const hash = createHash('sha256').update(options.join(' '))
  hash.update(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.assemblyscript)
  const own = readdirSync(join(root, home, 'kernel')).sort()
  for (const source of [...own.map((name) => `${home}/kernel/${name}`), ...shared]) hash.update(readFileSync(join(root, source)))
  return hash.digest('hex').slice(0, 16)
}

function compile(root: string, file: string): void {
  const compiler = join(root, 'node_modules', 'assemblyscript', 'bin', 'asc.js')
  const done = spawnSync(process.execPath, [compiler, entry, '--baseDir', root, ...options, '--outFile', file], {
    cwd: root,
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new TollgateError('internal', done.stderr || `its compiler ended with ${done.status}.`)
}
