// Prints how large services and sources are, and what is wrong with the imports: the bars that the house keeps. With names of services,
// only their sizes and those of the sources they read.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const skipped = new Set(['node_modules', '.git', '.tollgate', 'migrations', 'coverage'])

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path)
    return entry.name.endsWith('.ts') ? [path] : []
  })
}

const linesOf = (path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1
const sum = (paths) => paths.reduce((total, path) => total + linesOf(path), 0)
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
const foldersIn = (folder) => readdirSync(join(root, folder)).filter((name) => statSync(join(root, folder, name)).isDirectory())

function sizes(folder, isCounted) {
  return foldersIn(folder)
    .map((name) => ({ name, files: filesIn(`${folder}/${name}`).filter(isCounted) }))
    .map(({ name, files }) => ({ name, files: files.length, lines: sum(files) }))
}

const statement = /^(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"](\.[^'"\n]+)['"]/gm

/** What each file imports of ours; types too: a circle of types is a circle of thoughts. */
function importsOf(path) {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(statement)].map(([, , target]) => join(dirname(path), target))
}

/** Groups of files that import each other, by Tarjan. */
function circles(graph) {
  const [index, low, stack, found] = [new Map(), new Map(), [], []]
  const visit = (path) => {
    index.set(path, index.size)
    low.set(path, index.get(path))
    stack.push(path)
    for (const target of graph.get(path) ?? []) {
      if (!graph.has(target)) continue
      if (!index.has(target)) visit(target)
      if (stack.includes(target)) low.set(path, Math.min(low.get(path), low.get(target)))
    }
    if (low.get(path) !== index.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) found.push(group.sort())
  }
  for (const path of graph.keys()) if (!index.has(path)) visit(path)
  return found
}

// From the ground up: a file may import of its own floor and of those below.
const floors = [
  /^(base\/|errors|clock|discover|bell|keccak|config-)/,
  /^db\//,
  /^ingestors\//,
  /^processors\//,
  /^api\//,
  /^(cli|devnet|bench|test)\//,
]
const floorOf = (path) => floors.findIndex((floor) => floor.test(path))

const all = filesIn('').filter((path) => !path.startsWith('test/'))
const graph = new Map(all.map((path) => [path, importsOf(path)]))
const services = sizes('processors/services', () => true)
const sources = sizes('ingestors/sources', (path) => !path.includes('/samples/'))
const isService = (path) => path.startsWith('processors/services/')
const isCascade = (path) => path.startsWith('processors/services/cascade/')
const isSource = (path) => path.startsWith('ingestors/sources/')
const upwards = all.flatMap((path) =>
  graph
    .get(path)
    .filter((target) => floorOf(path) >= 0 && floorOf(target) > floorOf(path))
    .map((target) => `${path} -> ${target}`),
)
const knots = circles(graph)
// Whoever closes its end has read enough.
process.stdout.on('error', () => process.exit(0))
const say = (what, value) => process.stdout.write(`${what.padEnd(58)} ${value}\n`)

/** Of which sources a service reads facts: by its own imports and those of what it shares with others. */
function sourcesOf(service, seen = new Set(filesIn(`processors/services/${service}`))) {
  const shared = /^processors\/(families|formula|inputs|services)\//
  for (const path of seen) for (const target of graph.get(path) ?? []) if (shared.test(target)) seen.add(target)
  const read = [...seen].flatMap((path) => graph.get(path) ?? []).filter(isSource)
  return [...new Set(read.map((path) => path.split('/')[2]))]
}

function sayOf(names) {
  const read = new Set(names.flatMap((name) => sourcesOf(name)))
  const [own, theirs] = [services.filter(({ name }) => names.includes(name)), sources.filter(({ name }) => read.has(name))]
  say('services', own.length)
  say('lines of the median service', median(own.map(({ lines }) => lines)))
  say('sources they read', theirs.length)
  say('lines of the median source without its sample', median(theirs.map(({ lines }) => lines)))
  return [...own, ...theirs]
}

function sayAll() {
  say('services', services.length)
  say('files of the median service', median(services.map(({ files }) => files)))
  say('lines of the median service', median(services.map(({ lines }) => lines)))
  say(
    'services over 600 lines',
    services
      .filter(({ lines }) => lines > 600)
      .map(({ name, lines }) => `${name} ${lines}`)
      .join(', '),
  )
  say(
    'services in the long form',
    foldersIn('processors/services')
      .filter(
        (name) =>
          !/define(Signal|Routes)Service|defineRegion/.test(
            readFileSync(join(root, `processors/services/${name}/service.ts`), 'utf8'),
          ),
      )
      .join(', '),
  )
  say('sources', sources.length)
  say('lines of the median source without its sample', median(sources.map(({ lines }) => lines)))
  say('lines of services, without cascade', sum(all.filter((path) => isService(path) && !isCascade(path))))
  say('lines of services, with cascade', sum(all.filter(isService)))
  say('lines of sources, samples apart', sum(all.filter((path) => isSource(path) && !path.includes('/samples/'))))
  say('lines of sources', sum(all.filter(isSource)))
  say('files over 300 lines', all.filter((path) => linesOf(path) > 300).length)
  say('circles of imports, types counted', `${knots.length}${knots.map((knot) => `\n    ${knot.join(' ')}`).join('')}`)
  say('upward imports', `${upwards.length}${upwards.map((one) => `\n    ${one}`).join('')}`)
  return [...services, ...sources]
}

const [flags, names] = [true, false].map((isFlag) => process.argv.slice(2).filter((word) => word.startsWith('-') === isFlag))
const strange = [
  ...flags.filter((flag) => flag !== '--each').map((flag) => `${flag} is no option`),
  ...names.filter((name) => services.every((one) => one.name !== name)).map((name) => `${name} is no service`),
]
if (strange.length > 0) {
  process.stderr.write(
    `${strange.join(', ')}. Use: node scripts/bars.mjs [--each] [NAME...], with the names of folders in processors/services/.\n`,
  )
  process.exit(1)
}
const told = names.length > 0 ? sayOf(names) : sayAll()
if (flags.includes('--each'))
  for (const { name, files, lines } of [...told].sort((a, b) => b.lines - a.lines))
    say(`  ${name}`, `${files} files, ${lines} lines`)
