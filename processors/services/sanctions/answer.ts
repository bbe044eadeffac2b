// One screening as an answer: hits with reasons, and "clear" only where every list that was asked for is there and fresh.

import type { ScreenInput } from './inputs.ts'
import { type Hit, type Index, screen } from './match.ts'
import { wordsOf } from './names.ts'
import type { ListsBody } from './schema.ts'
import { allLists } from './signal.ts'

const freshHours = 48
const defaultThreshold = 0.85
const defaultLimit = 10

export function answerScreen(index: Index, body: ListsBody, input: ScreenInput, now: Date): object {
  if (input.name === undefined && input.address === undefined && input.id === undefined) return body
  const question = readQuestion(input)
  const hits = screen(index, question)
  const found = hits.filter((hit) => hit.score >= (input.threshold ?? defaultThreshold))
  const best = found[0]?.score ?? 0
  const gaps = gapsOf(body, question.lists, now)
  const foreign = question.name !== undefined && /[^\p{Script=Latin}\p{N}\s]/u.test(wordsOf(question.name).join(' '))
  if (foreign) gaps.push('the name is not in Latin letters and was only compared with names in its own script')
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
  const loaded = [...question.lists].filter((id) =>
    body.lists.some((list) => list.id === id && ageHours(list, now) <= freshHours),
  ).length
  const certainty =
    question.name === undefined ? 1 : wordsOf(question.name).length === 1 ? 0.8 : input.dob === undefined ? 0.95 : 1
  const summary =
    `${label.replace('_', ' ')}: ${found.length} designations at or above ${input.threshold ?? defaultThreshold} on ${loaded} of ${question.lists.size} lists` +
    `${found[0] === undefined ? '' : `, best ${found[0].matched.slice(0, 60)} (${found[0].entry.list}) at ${found[0].score}`}.`
  return {
    ...body,
    signal: {
      ...(body.signal as object),
      label,
      score,
      confidence: Math.round(100 * (loaded / question.lists.size) * certainty) / 100,
      summary: summary.slice(0, 240),
    },
    mode: 'screen',
    decision,
    query: {
      normalised: question.name === undefined ? null : wordsOf(question.name).join(' '),
      address: question.wallet ?? null,
      id: question.id ?? null,
      lists: [...question.lists],
    },
    gaps,
    hits: found.slice(0, input.limit ?? defaultLimit).map(describeHit),
  }
}

function readQuestion(input: ScreenInput) {
  return {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.address === undefined ? {} : { wallet: input.address }),
    ...(input.id === undefined ? {} : { id: input.id }),
    ...(input.type === undefined ? {} : { kind: input.type }),
    ...(input.dob === undefined ? {} : { birthYear: Number(input.dob.slice(0, 4)) }),
    lists: new Set<string>(input.lists?.split(',') ?? allLists),
  }
}

const ageHours = (list: ListsBody['lists'][number], now: Date): number =>
  list.loaded_at === null ? Number.POSITIVE_INFINITY : (now.getTime() - Date.parse(list.loaded_at)) / 3_600_000

function gapsOf(body: ListsBody, asked: ReadonlySet<string>, now: Date): string[] {
  return [...asked].flatMap((id) => {
    const list = body.lists.find((candidate) => candidate.id === id)
    if (list === undefined || list.loaded_at === null) return [`${id} is not loaded`]
    return ageHours(list, now) > freshHours ? [`${id} is ${Math.round(ageHours(list, now))} hours old`] : []
  })
}

function describeHit({ entry, score, matched, weak, why }: Hit) {
  return {
    score,
    band: score >= 0.95 ? 'match' : score >= 0.9 ? 'probable' : 'possible',
    list: entry.list,
    list_id: entry.id,
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
    why,
  }
}
