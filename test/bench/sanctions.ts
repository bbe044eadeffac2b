// Screening measured on whole lists: who is found however they are asked for, who is stopped for nothing, and how long it takes.
import { parseArgs } from 'node:util'
import { buildIndex, type Entry, type Hit, type Index, screen } from '../../processors/services/sanctions/match.ts'
import { allLists } from '../../processors/services/sanctions/signal.ts'
import { createDice, type Dice } from './support/dice.ts'
import { barOf, printFigure, quantile, rounded } from './support/engine.ts'
import { inventLists } from './support/sanctions/invented.ts'
import { howToGetThem, listsFolder, readLists } from './support/sanctions/lists.ts'
import { createNaiveScan } from './support/sanctions/naive.ts'
import { speltWays, type Way, ways } from './support/sanctions/questions.ts'
import { commonPeople, drawnFirms, drawnPeople } from './support/sanctions/strangers.ts'

const review = 0.85
const block = 0.95
const perWay = 400
const strangers = 2_000
const pairedQuestions = 60
const timedQuestions = 2_000
const mostMs = 5
/** The least share that must be found; what is not here is only told. */
const bars: Readonly<Record<string, number>> = {
  plain: 0.98,
  'unlisted middle name': 0.95,
  honorific: 0.95,
  reordered: 0.95,
  'initial and surname': 0.9,
}
const speltBar = 0.85

const { values } = parseArgs({
  options: { lists: { type: 'string' }, seed: { type: 'string' }, misses: { type: 'string' }, help: { type: 'boolean' } },
})

if (values.help === true) {
  process.stdout.write(
    `usage: npm run bench -- sanctions [--lists FOLDER] [--seed N] [--misses N]\nAsks for listed names in many ways, and for names nobody listed. Another seed every time; --seed asks the same again, --misses shows some of who was missed.\n${howToGetThem}`,
  )
} else run(Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)), Number(values.misses ?? 0))

function run(seed: number, misses: number): void {
  const dice = createDice(seed)
  const folder = listsFolder(values.lists)
  if (folder === null) process.stderr.write(`no lists: these are invented ones, and say little about the world.\n${howToGetThem}`)
  const entries = folder === null ? inventLists(dice) : readLists(folder, new Date())
  const startedAt = performance.now()
  const index = buildIndex(entries)
  const buildMs = rounded(performance.now() - startedAt, 0)
  printFigure({
    bench: 'sanctions',
    seed,
    lists: folder === null ? 'invented' : 'whole',
    entries: entries.length,
    names: index.names.length,
    build_ms: buildMs,
  })
  const ask = createAsk(index)
  // The first questions only warm the program up.
  for (const entry of dice.sample(entries, 200)) ask(entry.name)
  ask.asked.length = 0
  const spelt: Count[] = []
  for (const [name, way] of Object.entries(ways)) tell(name, recallOf(entries, way, dice, ask, misses), bars[name])
  for (const [name, way] of Object.entries(speltWays)) {
    const count = recallOf(entries, way, dice, ask, misses)
    if (count.asked > 0) tell(`spelt: ${name}`, count, undefined)
    // Of a script without vowels the letters are a guess on both sides.
    if (!name.startsWith('Arabic script')) spelt.push(count)
  }
  tell('transliterated', { asked: sum(spelt, 'asked'), found: sum(spelt, 'found'), reviewed: sum(spelt, 'reviewed') }, speltBar)
  for (const [name, list] of Object.entries({
    'most common names': commonPeople(dice, strangers),
    'names of 25 countries': drawnPeople(dice, strangers),
    firms: drawnFirms(dice, strangers),
  })) {
    const best = list.map((one) => ask(one)[0]?.score ?? 0)
    const share = (least: number) => (100 * best.filter((score) => score >= least).length) / list.length
    printFigure({
      bench: 'sanctions',
      what: `false alarms, ${name}`,
      asked: list.length,
      blocked_pct: rounded(share(block)),
      ...barOf(share(block), 'below', 0.5001, '%'),
    })
    printFigure({
      bench: 'sanctions',
      what: `false alarms, ${name}`,
      asked: list.length,
      flagged_pct: rounded(share(review)),
      ...barOf(share(review), 'below', 6.0001, '%'),
    })
  }
  const times = dice.sample(ask.asked, timedQuestions).map(ask.leastMs)
  const p99 = quantile(times, 0.99)
  printFigure({
    bench: 'sanctions',
    what: 'a screening, the least of three',
    asked: times.length,
    p50_ms: rounded(quantile(times, 0.5)),
    p99_ms: rounded(p99),
    ...barOf(p99, 'below', mostMs, 'ms'),
  })
  compareWithScan(index, dice.sample(entries, pairedQuestions))
}

interface Count {
  readonly asked: number
  readonly found: number
  readonly reviewed: number
}

function sum(counts: readonly Count[], member: keyof Count): number {
  return counts.reduce((total, count) => total + count[member], 0)
}

function createAsk(index: Index) {
  const asked: string[] = []
  const lists = new Set<string>(allLists)
  const ask = (name: string): Hit[] => {
    asked.push(name)
    return screen(index, { name, lists })
  }
  // What other programs take of the processor in one try they leave alone in another; nothing is remembered between them.
  const leastMs = (name: string): number =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const startedAt = performance.now()
        screen(index, { name, lists })
        return performance.now() - startedAt
      }),
    )
  return Object.assign(ask, { asked, leastMs })
}

function recallOf(entries: readonly Entry[], way: Way, dice: Dice, ask: (name: string) => readonly Hit[], misses: number): Count {
  let [asked, found, reviewed, shown] = [0, 0, 0, 0]
  for (const entry of dice.sample(entries, entries.length)) {
    if (asked >= perWay) break
    const question = way(entry, dice)
    if (question === null) continue
    asked++
    const hits = ask(question).filter((hit) => hit.score >= review)
    if (hits.length > 0) reviewed++
    if (hits.some((hit) => hit.entry === entry)) found++
    else if (shown++ < misses) process.stdout.write(`  missed: ${question} (${entry.name})\n`)
  }
  return { asked, found, reviewed }
}

function tell(what: string, { asked, found, reviewed }: Count, bar: number | undefined): void {
  const recall = asked === 0 ? 0 : found / asked
  printFigure({
    bench: 'sanctions',
    what: `found, ${what}`,
    asked,
    recall: rounded(recall, 3),
    anybody_told: rounded(asked === 0 ? 0 : reviewed / asked, 3),
    ...(bar === undefined ? {} : barOf(recall, 'at least', bar, 'of them')),
  })
}

/** The same questions to a scan of every name by Jaro and Winkler's likeness, in turn: what the machine does besides meets both. */
function compareWithScan(index: Index, entries: readonly Entry[]): void {
  const scan = createNaiveScan(index)
  const lists = new Set<string>(allLists)
  const [ours, theirs]: [number[], number[]] = [[], []]
  const timed = (into: number[], work: () => unknown) => {
    const startedAt = performance.now()
    work()
    into.push(performance.now() - startedAt)
  }
  for (const { name } of entries) {
    timed(ours, () => screen(index, { name, lists }))
    timed(theirs, () => scan(name))
  }
  const ratio = theirs.reduce((a, b) => a + b, 0) / ours.reduce((a, b) => a + b, 0)
  printFigure({
    bench: 'sanctions',
    what: 'beside a scan of every name (Jaro-Winkler)',
    scan_p50_ms: rounded(quantile(theirs, 0.5)),
    ours_p50_ms: rounded(quantile(ours, 0.5)),
    times_faster: rounded(ratio, 1),
  })
}
