// The walls between the parts and the limits of the house style, read from the files themselves.
import { describe, expect, test } from 'vitest'
import { type Import, projectFiles, type SourceFile } from '../../support/tree.ts'

const files = projectFiles()
const program = files.filter((file) => !file.path.startsWith('test/'))
const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')

/** Every import of the chosen files that breaks the rule, as "file -> target". */
function breaches(of: (file: SourceFile) => boolean, isAllowed: (target: Import, file: SourceFile) => boolean): string[] {
  return program
    .filter(of)
    .flatMap((file) =>
      file.imports.filter((target) => !isAllowed(target, file)).map((target) => `${file.path} -> ${target.target}`),
    )
}

function linesWith(pattern: RegExp, of: (file: SourceFile) => boolean): string[] {
  return program
    .filter(of)
    .flatMap((file) =>
      file.text
        .split('\n')
        .flatMap((line, i) =>
          pattern.test(line) && !line.trim().startsWith('//') ? [`${file.path}:${i + 1}: ${line.trim()}`] : [],
        ),
    )
}

test('the reader of imports sees what it must', () => {
  const imports = new Map(files.map((file) => [file.path, file.imports]))
  const targets = (path: string) => imports.get(path)?.map((one) => one.target)
  expect(targets('processors/services/rates/signal.ts')).toContain('processors/formula/index.ts')
  expect(targets('main.ts')).toEqual(expect.arrayContaining(['app/config/index.ts', 'app/start.ts']))
  expect(imports.get('processors/formula/statistics.ts')).toEqual([
    { target: 'processors/kit/define.ts', isOurs: true, isTypeOnly: true },
  ])
  expect(program.length).toBeGreaterThan(50)
})

describe('walls', () => {
  const isFormula = (path: string) => /^processors\/formula\//.test(path)
  const isSignal = (file: SourceFile) => /^processors\/services\/[^/]+\/signal\.ts$/.test(file.path) || isFormula(file.path)

  test('a formula imports types, the shared formulas and the calendars, nothing else', () => {
    const isCalendar = (path: string) => /^base\/calendar\//.test(path)
    expect(program.some(isSignal)).toBe(true)
    expect(breaches(isSignal, (target) => target.isTypeOnly || isFormula(target.target) || isCalendar(target.target))).toEqual([])
  })

  test('a formula knows no clock, no chance and no world', () => {
    expect(linesWith(/Date\.now|new Date\(\)|Math\.random|performance\.|process\.|\bfetch\(|\bawait\b/, isSignal)).toEqual([])
  })

  test('processors know of a source only its topic', () => {
    const isTopic = (path: string) => /^ingestors\/sources\/[^/]+\/topic\.ts$/.test(path)
    expect(
      breaches(
        (file) => folderOf(file.path) === 'processors',
        ({ target }) => folderOf(target) !== 'ingestors' || isTopic(target),
      ),
    ).toEqual([])
  })

  test('the api knows services and no source', () => {
    expect(
      breaches(
        (file) => folderOf(file.path) === 'api',
        ({ target }) => folderOf(target) !== 'ingestors' && !target.endsWith('/signal.ts'),
      ),
    ).toEqual([])
  })

  test('the database layer knows no other part', () => {
    expect(
      breaches(
        (file) => folderOf(file.path) === 'db',
        ({ target, isOurs }) => !isOurs || ['db', 'base'].includes(folderOf(target)),
      ),
    ).toEqual([])
  })

  // Node parses its list of exports anew for each of its files: a second of every command's start.
  test('no program reads the library that the tables are written in', () => {
    const isOfTables = (path: string) => path === 'drizzle.config.ts' || /^db\/.*(schema|table|tables)\.ts$/.test(path)
    const isOfTheLibrary = (target: string) => target.startsWith('drizzle-orm') && target !== 'drizzle-orm/migrator'
    expect(program.filter((file) => isOfTables(file.path)).length).toBeGreaterThan(4)
    expect(
      breaches(
        (file) => !isOfTables(file.path),
        ({ target, isTypeOnly }) => isTypeOnly || !(isOfTheLibrary(target) || isOfTables(target)),
      ),
    ).toEqual([])
  })

  test('the local chain is for tests, the demo and the command line', () => {
    const mayImport = (file: SourceFile) => ['devnet', 'cli'].includes(folderOf(file.path)) || file.path === 'app/start.ts'
    expect(
      breaches(
        (file) => !mayImport(file),
        ({ target }) => folderOf(target) !== 'devnet',
      ),
    ).toEqual([])
    // The composition root looks whether another demo runs, starts this one's chain, and touches nothing else of it.
    expect(
      breaches(
        (file) => file.path === 'app/start.ts',
        ({ target }) => folderOf(target) !== 'devnet' || ['devnet/other-demo.ts', 'devnet/demo.ts'].includes(target),
      ),
    ).toEqual([])
  })

  // From the ground up; who reads the sources and the services stands below who serves them. The root's files are another matter.
  // What stands on what: the configuration is read by all, and stands at the bottom.
  const floors = ['base', 'app/config', 'db', 'ingestors', 'processors', 'api', 'devnet', 'app', 'cli', '']
  const floorOf = (path: string) => floors.indexOf(path.startsWith('app/config/') ? 'app/config' : folderOf(path))

  test('no part imports of a floor above its own', () => {
    const known = new Set(files.map((file) => file.path))
    const rising = breaches(
      (file) => floorOf(file.path) >= 0,
      // What is scaffolded imports beside what it will be, not beside what writes it.
      ({ target, isOurs }, file) => !isOurs || !known.has(target) || floorOf(target) <= floorOf(file.path),
    )
    expect(rising).toEqual([])
  })

  test('a service imports nothing of another service', () => {
    const serviceOf = (path: string) => /^processors\/services\/([^/]+)\//.exec(path)?.[1]
    const borrowed = breaches(
      (file) => serviceOf(file.path) !== undefined,
      ({ target }, file) => serviceOf(target) === undefined || serviceOf(target) === serviceOf(file.path),
    )
    expect(borrowed).toEqual([])
  })

  test('no files import each other in a circle, not even for types', () => {
    const graph = new Map(program.map((file) => [file.path, file.imports.filter((one) => one.isOurs).map((one) => one.target)]))
    expect(circlesOf(graph)).toEqual([])
  })

  test('nothing imports a test', () => {
    expect(
      breaches(
        () => true,
        ({ target }) => folderOf(target) !== 'test',
      ),
    ).toEqual([])
  })

  test('only app/config/index.ts reads the environment; who starts the program hands it over whole', () => {
    // What starts others, the tests among them, sets what they start with.
    const starters = ['app/config/index.ts', 'vitest.config.ts']
    const isOutside = (file: SourceFile) => !starters.includes(file.path) && folderOf(file.path) !== 'scripts'
    expect(linesWith(/process\.env(?!\))|(?<!loadConfig\()process\.env/, isOutside)).toEqual([])
    expect(
      linesWith(/process\.env/, (file) => isOutside(file) && file.path !== 'main.ts' && folderOf(file.path) !== 'cli'),
    ).toEqual([])
  })

  test('only main.ts and the command line exit the process', () => {
    // A *-child.ts is a program of its own: the process it exits is only itself.
    const isProgram = (path: string) => path === 'main.ts' || folderOf(path) === 'cli' || path.endsWith('-child.ts')
    expect(linesWith(/process\.(exit|abort)\(/, (file) => !isProgram(file.path))).toEqual([])
  })
})

describe('house style', () => {
  // Older than this rule's test; each leaves the list when it is split.
  const overgrown = ['test/integration/log.test.ts']

  test('no file has more than 300 lines', () => {
    expect(files.filter((file) => file.lines > 300).map((file) => file.path)).toEqual(overgrown)
  })

  test('the median file is short, most are', () => {
    const lines = program.map((file) => file.lines).sort((a, b) => a - b)
    expect(lines[Math.floor(lines.length / 2)]).toBeLessThan(60)
    expect(lines.filter((count) => count < 180).length / lines.length).toBeGreaterThan(0.9)
  })

  test('names are in kebab-case and say what the file is for', () => {
    const isKebab = (path: string) => /^([a-z0-9]+([-_][a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.ts$/.test(path)
    const isVague = (path: string) => /(^|\/|-)(utils?|helpers?|managers?|common|misc)(\/|-|\.)/.test(path)
    expect(files.map((file) => file.path).filter((path) => !isKebab(path) || isVague(path))).toEqual([])
  })

  // A command runs while its file is still read: what it uses and stands below is not there yet, unless it is a function.
  test('below a command that runs there are functions alone', () => {
    const late = files.flatMap(({ path, text }) => {
      const lines = text.split('\n')
      const run = lines.findIndex((line) => line.startsWith('await runCommand('))
      const below = run === -1 ? [] : lines.slice(run + 1)
      return below.filter((line) => /^(?:const|let|class|enum) /.test(line)).map((line) => `${path}: ${line.slice(0, 60)}`)
    })
    expect(late).toEqual([])
  })

  test('a file opens with a sentence', () => {
    const opensWell = ({ text }: SourceFile) => /^\/\/ \S[^\n]*(\n\/\/ [^\n]*)*\n/.test(text) && /[.:!?)]$/.test(opening(text))
    expect(files.filter((file) => !opensWell(file)).map((file) => file.path)).toEqual([])
  })
})

/** Groups of files each of which reaches every other of its group. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...graph.keys()].map((path) => [path, reachOf(graph, path)]))
  const knots = [...graph.keys()].map((path) => [...reached.get(path)!].filter((other) => reached.get(other)?.has(path)).sort())
  return [...new Map(knots.filter((knot) => knot.length > 1).map((knot) => [knot.join(), knot])).values()].sort()
}

function reachOf(graph: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(graph.get(from) ?? [])]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    waiting.push(...(graph.get(path) ?? []))
  }
  return reached
}

function opening(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines.slice(0, end).join(' ').trim()
}
