// One screening as an answer: hits with reasons, and "clear" only where every list that was asked for is there and fresh.

import { freshHours, gapsOf } from './gaps.ts'
import { idFault } from './ids.ts'
import type { ScreenInput } from './inputs.ts'
import { type Hit, type Index, screen } from './match.ts'
import { lossyScript } from './romanise.ts'
import type { ListsBody } from './schema.ts'
import { ageHours, allLists } from './signal.ts'
import { readWords } from './words.ts'

/** The most that a clean answer can be sure of while a list is missing, old or in part unread. */
const unsure = 0.5
/** What counts as read today: polled every two hours, with a day for a list that is late. */
const currentHours = 26
const defaultThreshold = 0.85
const defaultLimit = 10
const mostHolders = 200
/** Of one word: another spelling of it within a longer name. */
const nearlyAName = 0.78

export function answerScreen(index: Index, body: ListsBody, input: ScreenInput, now: Date): object {
  const lists = body.lists.map((list) => ({ ...list, age_hours: ageHours(list.loaded_at, now) }))
  if (input.name === undefined && input.address === undefined && input.id === undefined) return { ...body, lists }
  const question = readQuestion(input)
  const hits = screen(index, question)
  const found = hits.filter((hit) => hit.score >= (input.threshold ?? defaultThreshold))
  const best = found[0]?.score ?? 0
  const gaps = [
    ...gapsOf(
      body,
      question.lists,
      { isName: question.name !== undefined, isNumber: (question.wallet ?? question.id) !== undefined },
      now,
    ),
    ...doubtsOf(question),
    ...aboveOf(hits, input.threshold),
    ...(found.length > 0 ? [] : ofBareWord(index, question, hits)),
  ]
  const label =
    best >= 0.95
      ? 'match'
      : best >= 0.9
        ? 'probable'
        : found.length > 0
          ? 'possible'
          : gaps.length > 0
            ? 'clear_partial'
            : 'clear'
  const decision = label === 'match' ? 'block' : label === 'clear' ? 'pass' : 'review'
  const score = Math.round(found.length > 0 ? 100 * best : 50 * (hits[0]?.score ?? 0))
  const within = (hours: number) =>
    [...question.lists].filter((id) =>
      lists.some((list) => list.id === id && (list.age_hours ?? Number.POSITIVE_INFINITY) <= hours),
    ).length
  const loaded = within(freshHours)
  const words = question.name === undefined ? [] : readWords(question.name).words
  const tokens = words.map((word) => word.text)
  const isNarrow = input.dob !== undefined || input.country !== undefined
  const certainty =
    question.name === undefined ? 1 : words.filter((word) => !word.isParticle).length === 1 ? 0.8 : isNarrow ? 1 : 0.95
  const bandCount = (band: string) => found.filter((hit) => bandOf(hit.score) === band).length
  const summary =
    `${label.replace('_', ' ')}: ${found.length} designations at or above ${input.threshold ?? defaultThreshold} on ${loaded} of ${question.lists.size} lists` +
    `${found[0] === undefined ? '' : `, best ${found[0].matched.slice(0, 60)} (${found[0].entry.list}) at ${found[0].score}`}.`
  return {
    ...body,
    signal: {
      ...(body.signal as object),
      label,
      score,
      confidence:
        Math.round(
          100 *
            Math.min(label === 'clear_partial' ? unsure : 1, coverageOf(within(currentHours), question.lists.size) * certainty),
        ) / 100,
      summary: summary.slice(0, 240),
    },
    mode: 'screen',
    decision,
    query: {
      normalised: question.name === undefined ? null : tokens.join(' '),
      tokens,
      address: question.wallet ?? null,
      id: question.id ?? null,
      country: question.country ?? null,
      lists: [...question.lists],
    },
    lists,
    counts: {
      ...body.counts,
      hits: found.length,
      by_band: { match: bandCount('match'), probable: bandCount('probable'), possible: bandCount('possible') },
    },
    gaps,
    hits: found.slice(0, input.limit ?? defaultLimit).map(describeHit),
  }
}

// Of all lists five are a full screening as far as certainty goes; that the sixth is missing stands among the gaps.
const coverageOf = (current: number, asked: number): number =>
  Math.min(1, current / (asked === allLists.length ? asked - 1 : asked))

function readQuestion(input: ScreenInput) {
  return {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.address === undefined ? {} : { wallet: input.address }),
    ...(input.id === undefined ? {} : { id: input.id }),
    ...(input.type === undefined ? {} : { kind: input.type }),
    ...(input.country === undefined ? {} : { country: input.country }),
    ...(input.dob === undefined ? {} : { birthYear: Number(input.dob.slice(0, 4)) }),
    lists: new Set<string>(input.lists?.split(',') ?? allLists),
  }
}

/** A higher threshold hides hits; it makes nobody clear. */
function aboveOf(hits: readonly Hit[], threshold = defaultThreshold): string[] {
  const hidden = hits.filter((hit) => hit.score >= defaultThreshold && hit.score < threshold).length
  return hidden === 0 ? [] : [`${hidden} designations score from ${defaultThreshold} to below the threshold of ${threshold}`]
}

/** One word of a listed name is no name: it finds nobody for certain, and clears nobody either. */
function ofBareWord({ vocabulary }: Index, { name }: { name?: string }, hits: readonly Hit[]): string[] {
  if (name === undefined) return []
  const { words, isFirm } = readWords(name)
  const bare = words.filter((word) => !word.isParticle)
  // With what a firm is called besides it is a name.
  if (bare.length !== 1 || (isFirm && /\S\s+\S/.test(name.trim()))) return []
  const { text } = bare[0]!
  const names = hits.slice(0, mostHolders).map(({ matched, score }) => ({ matched, score }))
  const having = names.filter(({ matched }) => readWords(matched).words.some((word) => word.text === text))
  const holders = [...having, ...names.filter((one) => one.score >= nearlyAName && !having.includes(one))]
  if (holders.length === 0 && vocabulary.idOf(text) === undefined) return []
  const shown = holders.slice(0, 3).map(({ matched }) => matched.slice(0, 60))
  return [`"${text}" is one word of listed names${shown.length === 0 ? '' : ` (${shown.join('; ')})`}: ask with the whole name`]
}

/** What in the question itself keeps it from being answered for certain. */
function doubtsOf({ name, id }: { name?: string; id?: string }): string[] {
  const script = name === undefined ? null : lossyScript(name)
  const fault = id === undefined ? null : idFault(id)
  return [
    ...(script === null ? [] : [`the name is in ${script} script: it was compared by a Latin spelling that is a guess`]),
    ...(fault === null ? [] : [`${fault}: a misprinted number finds nobody`]),
  ]
}

const bandOf = (score: number) => (score >= 0.95 ? 'match' : score >= 0.9 ? 'probable' : 'possible')

const pages: Readonly<Record<string, string>> = {
  us_csl: 'https://www.trade.gov/consolidated-screening-list',
  un: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  eu: 'https://www.sanctionsmap.eu/',
  uk: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
}
/** OFAC has a page for each entry, the others one for the list. */
const pageOf = (list: string, id: string): string => pages[list] ?? `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`

function describeHit({ entry, score, matched, weak, why }: Hit) {
  return {
    score,
    band: bandOf(score),
    list: entry.list,
    list_id: entry.id,
    entity_id: `${entry.list}:${entry.id}`,
    name: entry.name,
    matched_name: matched,
    alias_quality: weak ? 'weak' : 'strong',
    type: entry.kind,
    programs: entry.programs,
    birth_years: entry.birth_years,
    countries: entry.countries,
    addresses: entry.wallets.slice(0, 20),
    remarks_excerpt: entry.remarks,
    listed_on: entry.listed_on,
    source_url: pageOf(entry.list, entry.id),
    why,
  }
}
