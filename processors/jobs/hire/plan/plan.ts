// The plan of a task, made of its words alone before anything is read or paid: which routes are asked what, in which order.
import { mills, mostCalls, mostCandidates, mostPages, priceUsd } from '../limits.ts'
import { placesUnasked } from './places.ts'
import { firstAsked, type Reach, reach } from './reach.ts'
import { type Given, namedIn, namingWords, placesIn, type Subjects, subjectsIn } from './subjects.ts'

export type Step = { readonly route: string; readonly price: string; readonly input: Readonly<Record<string, string>> }
export type LeftOut = { readonly route: string; readonly price: string; readonly why: string }
export type Plan = {
  readonly steps: readonly Step[]
  readonly leftOut: readonly LeftOut[]
  /** What the task names and no step asks about. */
  readonly unasked: readonly string[]
}

export type Task = {
  readonly task: string
  /** Looked through for what the task does not name itself. */
  readonly context?: string | undefined
  readonly given?: Given
  /** Only of these. */
  readonly routes?: readonly string[] | undefined
}

const share = 0.5

/** The steps that fit the task, best first, as many as might be asked; what is asked of them fitWithin says. */
export function planTask({ task, context = '', given = {}, routes }: Task): Plan {
  const said = wordsOf(task)
  const subjects = complete(subjectsIn(task, given), context)
  const scored = reach
    .filter(({ route }) => routes === undefined || routes.includes(route))
    .map((one) => ({ one, ...fitOf(one, said, subjects) }))
    .filter(({ score, isAskable }) => isAskable && (score > 0 || routes !== undefined))
    .sort((a, b) => b.score - a.score || mills(a.one.price) - mills(b.one.price) || (a.one.route < b.one.route ? -1 : 1))
  const kept = routes === undefined ? tellingOf(scored) : scored
  const chosen = kept.length > 0 ? kept.map(({ one }) => one) : defaultsFor(subjects)
  const pages = subjects.url.length > 0 && routes === undefined ? reach.filter(({ route }) => route === 'read/read') : []
  const all = [...new Set([...chosen, ...pages])].flatMap((one) => stepsOf(one, subjects, task))
  const tooDear = all.filter(({ price }) => mills(price) > mills(priceUsd))
  const steps = all.filter((step) => !tooDear.includes(step)).slice(0, mostCandidates)
  return {
    steps,
    unasked: unaskedOf(task, given, all),
    leftOut: tooDear.map(({ route, price }) => ({ route, price, why: `it costs more than a hire, ask it itself` })),
  }
}

/** Of what a task names by a symbol, an address, a link, or as a place, and of what was given with it, whatever no step asks about. */
function unaskedOf(task: string, given: Given, steps: readonly Step[]): string[] {
  const asked = steps.map(({ input }) => Object.values(input).join(' ').toUpperCase())
  const things = namedIn(task, given).filter((one) => !asked.some((values) => values.includes(one.toUpperCase())))
  const inputs = steps.map(({ input }) => input)
  const words = namingWords(task)
  return [...new Set([...things, ...placesUnasked({ text: task, words, cities: placesIn(words) }, inputs)])]
}

/** Of the steps in this order those that the budget of calls and of list prices covers. */
export function fitWithin(steps: readonly Step[]): Pick<Plan, 'steps' | 'leftOut'> {
  const kept: Step[] = []
  const leftOut: LeftOut[] = []
  let spent = 0
  let pages = 0
  for (const step of steps) {
    const isPage = step.route === 'read/read'
    const fits = kept.length < mostCalls && spent + mills(step.price) <= mills(priceUsd) && (!isPage || pages < mostPages)
    if (!fits) {
      leftOut.push({ route: step.route, price: step.price, why: 'beyond the budget of one hire' })
      continue
    }
    kept.push(step)
    spent += mills(step.price)
    if (isPage) pages++
  }
  return { steps: kept, leftOut }
}

function complete(named: Subjects, context: string): Subjects {
  if (context === '') return named
  const beside = subjectsIn(context)
  const kinds = ['address', 'coin', 'ticker', 'country', 'place', 'region', 'stablecoin', 'protocol'] as const
  return { ...named, ...Object.fromEntries(kinds.map((kind) => [kind, named[kind].length > 0 ? named[kind] : beside[kind]])) }
}

type Fit = { readonly score: number; readonly called: readonly string[]; readonly isAskable: boolean }

// Phrases weigh by their words, twice where the thing they are asked of is named.
function fitOf({ words, unless = '', needs, may }: Reach, said: string, subjects: Subjects): Fit {
  const isAskable = needs === undefined || subjects[needs[0]].length > 0
  const meant = phrasesOf(unless).reduce((left, phrase) => left.replaceAll(phrase, ' '), said)
  const called = phrasesOf(words).filter((phrase) => (phrase.trim().includes(' ') ? said : meant).includes(phrase))
  const isNamed = [needs, may].some((one) => one !== undefined && one[0] !== 'query' && subjects[one[0]].length > 0)
  const weight = called.reduce((sum, phrase) => sum + phrase.trim().split(' ').length, 0)
  return { score: weight * (isNamed ? 2 : 1), called, isAskable }
}

const phrasesOf = (words: string): string[] => (words === '' ? [] : words.split('|').map(wordsOf))

/** Those that fit nearly as well as the best, and whichever is called by words that no better one is. */
function tellingOf<T extends Fit>(scored: readonly T[]): T[] {
  const best = scored[0]?.score ?? 0
  const heard = new Set<string>()
  return scored.filter(({ score, called }) => {
    const isNew = called.some((phrase) => !heard.has(phrase))
    for (const phrase of called) heard.add(phrase)
    return isNew || score >= share * best
  })
}

function defaultsFor(subjects: Subjects): Reach[] {
  const asked = Object.entries(firstAsked).flatMap(([kind, names]) => (subjects[kind as keyof Subjects].length > 0 ? names : []))
  return asked.flatMap((name) => reach.find(({ route }) => route === name) ?? [])
}

/** One step a subject; those that take a list are asked once. */
function stepsOf({ route, price, needs, may }: Reach, subjects: Subjects, task: string): Step[] {
  const [kind, name] = needs ?? may ?? [null, '']
  if (kind === null || subjects[kind].length === 0) return [{ route, price, input: besides(route, task) }]
  const values = subjects[kind].map((value) => formOf(route, value))
  const inputs = name === 'tickers' || route === 'funding/rates' || route === 'oi/oi' ? [values.join(',')] : values
  return inputs.map((value) => ({ route, price, input: { ...besides(route, task), [nameOf(route, name, value)]: value } }))
}

const formOf = (route: string, value: string): string => (route === 'ta/analyze' ? `${value}-USD` : value)

const nameOf = (route: string, name: string, value: string): string =>
  route === 'sanctions/screen' && value.startsWith('0x') ? 'address' : name

/** What a route is told besides whom it is asked about, where the task says it. */
function besides(route: string, task: string): Record<string, string> {
  const said = (pattern: RegExp) => pattern.exec(task)?.[1]
  if (route === 'weather/forecast') {
    const day = said(/\b(\d{4}-\d{2}-\d{2})\b/)
    return { date: day ?? (/\btomorrow\b/i.test(task) ? 'tomorrow' : 'today') }
  }
  if (route === 'govedge/opportunities') {
    const naics = said(/\bnaics(?: code)? ?(\d{2,6})\b/i)
    return naics === undefined ? {} : { naics }
  }
  if (route === 'defi/top-yields') {
    const chain = said(/\bon (base|arbitrum|optimism|polygon|solana|avalanche|bsc|ethereum)\b/i)
    return chain === undefined ? {} : { chain }
  }
  if (route === 'cascade/cascade') {
    const drop = fallIn(task)
    return drop === undefined || Number(drop) === 0 ? {} : { drop_pct: drop }
  }
  return {}
}

const percent = /\b(\d{1,2}(?:\.\d{1,2})?) ?(?:%|percent\b)/gi
const falling = /\b(?:drop|fall|fell|declin|crash|dip|los[es]|plung|slump|slid|tumbl|correct|lower|down)/i

/** The percent that something falls by, among others that may be said. */
function fallIn(task: string): string | undefined {
  const near = ({ index, 0: whole }: RegExpExecArray) => task.slice(Math.max(0, index - 40), index + whole.length + 14)
  return [...task.matchAll(percent)].find((match) => falling.test(near(match)))?.[1]
}

/** Lower case words between blanks, plural s taken off, so that a phrase can be looked for. */
export const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/https?:\S+|0x[0-9a-f]+/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .map(singular)
    .join(' ')} `

function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is|^news)$/.test(word) ? word.slice(0, -1) : word
}
