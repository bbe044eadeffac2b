// Makes a fresh clone runnable: packages, Node 24, and the system's programs and libraries that it uses. Plain JavaScript, any Node from 18 on.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wantedMajor = 24
const windows = process.platform === 'win32'
const systemPrograms = [
  { command: 'pdftotext', debian: 'poppler-utils', others: 'poppler', without: 'PDF conversion is off' },
  {
    file: '/usr/share/poppler/cMap',
    debian: 'poppler-data',
    others: 'poppler',
    without: 'Chinese, Japanese and Korean text comes out empty where a PDF does not bring its own tables',
  },
  { command: 'tesseract', debian: 'tesseract-ocr', others: 'tesseract', without: 'scanned PDF pages are not read' },
  {
    library: 'libsecp256k1.so',
    debian: 'libsecp256k1-dev',
    others: 'secp256k1',
    without: 'signature checks cost a third more',
  },
]

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run setup\nInstalls packages, Node 24 and system programs where they are missing. Run by npm start and npm test.\n',
  )
  process.exit(0)
}
if (Number(process.versions.node.split('.')[0]) < 18) {
  fail(`Node ${process.versions.node} is too old to install with; Node 18 or newer is needed.`)
}
installPackages()
installNode()
installSystemPrograms()

function installPackages() {
  const stamp = join(root, 'node_modules', '.package-lock.json')
  const lock = join(root, 'package-lock.json')
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(lock).mtimeMs) return
  if (existsSync(stamp) && sameVersions(stamp, lock)) return
  say('installing packages …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'npm ci failed; mend what it says above and run it again.')
}

// A git checkout rewrites the lockfile's time without changing what it asks for; only other versions are worth a reinstall.
function sameVersions(stamp, lock) {
  const have = packages(stamp)
  const want = packages(lock)
  return Object.entries(want).every(([path, p]) => path === '' || p.optional || have[path]?.version === p.version)
}

function packages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

function installNode() {
  const folder = join(root, 'node_modules', 'node')
  const binary = join(folder, 'bin', windows ? 'node.exe' : 'node')
  if (existsSync(binary) && majorOf(binary) >= wantedMajor) return
  say(`installing Node ${wantedMajor} beside the packages …`)
  const done = spawnSync(process.execPath, ['installArchSpecificPackage'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const linked = existsSync(join(root, 'node_modules', '.bin', 'node'))
  if (done.status === 0 && linked && majorOf(binary) >= wantedMajor) return
  run('npm', ['rebuild', 'node', '--no-audit', '--no-fund', '--loglevel=error'], `Node ${wantedMajor} could not be installed.`)
}

function majorOf(binary) {
  const asked = spawnSync(binary, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return asked.status === 0 ? Number(asked.stdout.split('.')[0]) : 0
}

function installSystemPrograms() {
  const missing = systemPrograms.filter((p) => !isThere(p))
  if (missing.length === 0) return
  const names = missing.map((p) => p.debian)
  const told = join(root, 'node_modules', '.system-programs-told')
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    say(`installing ${names.join(', ')} …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = () =>
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    if (install().status !== 0) {
      spawnSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      install()
    }
  }
  for (const p of missing.filter((p) => !isThere(p))) {
    if (existsSync(told)) continue
    say(
      `${p.command ?? p.debian} was not found, so ${p.without}. To install it: sudo apt-get install ${p.debian}   (macOS: brew install ${p.others})`,
    )
  }
  mkdirSync(dirname(told), { recursive: true })
  writeFileSync(told, '')
}

// Elsewhere than on Linux what is not a program comes with one, or is not used.
function isThere({ command, file, library }) {
  if (command !== undefined) return onPath(command)
  if (process.platform !== 'linux') return true
  return file === undefined ? hasLibrary(library) : existsSync(file)
}

function hasLibrary(name) {
  const cached = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  return cached.status === 0 && cached.stdout.includes(name)
}

function onPath(command) {
  return spawnSync(windows ? 'where' : 'which', [command], { stdio: 'ignore' }).status === 0
}

function run(command, args, problem) {
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: windows })
  if (done.status !== 0) fail(problem)
}

function say(text) {
  process.stderr.write(`setup: ${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}
