// The cascade service's facts kept in memory, and its rows made on worker threads: ETH and BTC first, the rest when there is time.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Fact, Kept, PassOptions } from '../../kit/define.ts'
import { analysedTokens, type TokenAnalysis } from './analysis.ts'
import type { BookArrays } from './book/arrays.ts'
import type { ChainAnalysis, RiskAnalysis, Surveyed } from './chain-analysis.ts'
import { partOf } from './from-facts.ts'
import { createLiveChain, type LiveChain, type Snapshot } from './live-chain.ts'
import { defaultAssumptions } from './model/market-state.ts'
import { type PastFact, pastAt, pastFact, riskPast, slotOf } from './past.ts'
import { dayOf, type PriceTable, pastPrices, pricesOf } from './paths/past-prices.ts'
import { isFollowed } from './rows/coverage.ts'
import {
  allChains,
  cascadeDraft,
  demoDraft,
  hasOwnRow,
  reportFrame,
  reportInput,
  riskDraft,
  riskOf,
  venueDraft,
} from './rows/drafts.ts'
import { createWorkers, type Workers } from './runner/workers.ts'
import { type Scenario, scenarioKey, scenariosOf } from './scenarios.ts'
import { isOfBooks, type VenueBook, venueChains } from './venues/books.ts'
import { besideKey, venueKey } from './venues/keys.ts'
import { type VenueDepths, venueDepths } from './venues/venue-depth.ts'

// While facts keep coming the tail is made only this much rarer than it takes to make, so that the leading tokens stay fresh.
const tailPause = 4

const isBeside = (part: string): boolean => venueChains.includes(Number(part))

export function keepCascade(threads = 1): Kept {
  const chains = new Map<string, LiveChain>()
  const changed = new Set<string>()
  const analysed = new Map<string, RiskAnalysis>()
  const workers = createWorkers(threads)
  workers.warm()
  let wholeAt = Number.NEGATIVE_INFINITY
  let wholeMs = 0

  const past = new Map<string, PastFact>()
  const books = new Map<string, VenueBook>()
  let appendedSlot = -1
  const appendedDays = new Map<string, number>()

  function chainOf(key: string): LiveChain {
    const part = partOf(key)
    changed.add(part).add(allChains)
    const known = chains.get(part) ?? createLiveChain(Number(part))
    chains.set(part, known)
    return known
  }

  // Books come for all chains at once; a chain's other rows are of the same facts still, and are left alone.
  function booksChanged(): void {
    for (const part of chains.keys()) if (isBeside(part)) changed.add(part)
  }

  function rememberPrices({ part, now, surveyed, past }: Opened, append: PassOptions['append']): void {
    const day = dayOf(now)
    if (!isFollowed(surveyed) || day <= Math.max(past.days.at(-1) ?? -1, appendedDays.get(part) ?? -1)) return
    appendedDays.set(part, day)
    append(pastPrices, pricesOf(Number(part), surveyed.model, now))
  }

  return {
    put(fact: Fact) {
      if (fact.topic === riskPast.name) {
        past.set(fact.key, fact.value as PastFact)
        changed.add(allChains)
      } else if (isOfBooks(fact.topic)) {
        books.set(`${fact.topic} ${fact.key}`, fact.value as VenueBook)
        booksChanged()
      } else chainOf(fact.key).put(fact)
    },
    drop(topic, key) {
      if (isOfBooks(topic)) {
        if (books.delete(`${topic} ${key}`)) booksChanged()
      } else if (topic !== riskPast.name) chainOf(key).drop(topic, key)
      else if (past.delete(key)) changed.add(allChains)
    },
    changed: () => [...changed, ...[...changed].filter(isBeside).map(besideKey)],
    async pass({ now, emit, retire, isOutdated, append }: PassOptions) {
      const startedAt = performance.now()
      const parts = [...changed].filter((part) => part !== allChains).sort((a, b) => Number(a) - Number(b))
      const before = [...past.values()]
      const booksNow = [...books.values()]
      changed.clear()
      const held = parts.map((part) => [part, chains.get(part)!.hold()] as const)
      const opened: Opened[] = []
      for (const [part, weigh] of held) {
        await letOthersRun()
        const build = weigh()
        await letOthersRun()
        const snapshot = build()
        const at = now(part)
        analysed.delete(part)
        if (snapshot === null || at === null) retireChain(retire, (one) => one === part)
        else opened.push(await open(workers, part, snapshot, at, booksNow, now(besideKey(part))))
      }
      for (const chain of opened) retireTokens(retire, chain)
      // What an earlier process left of a chain that has no facts now.
      retireChain(retire, (one) => !chains.has(one))
      for (const chain of opened) await analyse(workers, chain, chain.leading, emit)
      if (isOutdated() && startedAt - wholeAt < tailPause * wholeMs) {
        for (const part of parts) changed.add(part)
        changed.add(allChains)
        return
      }
      for (const chain of opened) {
        await analyse(workers, chain, chain.tail, emit)
        await analyse(workers, chain, chain.scenarios, emit)
        const whole = { ...chain.surveyed, tokens: chain.order.map((token) => chain.done.get(token)!) }
        if (whole.tokens.length === 0) {
          retireChain(retire, (one) => one === chain.part)
          continue
        }
        analysed.set(chain.part, { ...whole, valueAtRisk: await workers.ask(riskJob(chain)) })
        rememberPrices(chain, append)
        const short = demoDraft(whole, chain.now)
        if (short !== null) emit(chain.part, short)
        else retire('/demo', (key) => key === chain.part)
        emit(chain.part, { ...reportFrame(whole, chain.now), text: await workers.ask(reportJob(chain, whole)) })
      }
      const all = [...analysed].sort(([a], [b]) => Number(a) - Number(b)).map(([, chain]) => chain)
      const at = now(allChains)
      if (all.length === 0) retire('/risk', () => true)
      if (all.length > 0 && at !== null) {
        const draft = riskDraft(all, at, pastAt(before, at))
        emit(allChains, draft)
        const slot = slotOf(at)
        // What a chain still being read in says is nothing to compare with.
        if (slot > appendedSlot && !before.some((fact) => fact.slot >= slot) && all.every(isFollowed)) {
          appendedSlot = slot
          append(riskPast, pastFact(at, riskOf(draft)))
        }
      }
      wholeAt = performance.now()
      wholeMs = wholeAt - startedAt
    },
    close: () => workers.close(),
  }
}

/** What has come in meanwhile is looked at between two turns of the loop, and not before the first. */
async function letOthersRun(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

function retireTokens(retire: PassOptions['retire'], { part, surveyed, order, scenarios, venues }: Opened): void {
  const names = [
    ...order.map((token) => surveyed.model.state.tokens[token]!.symbol),
    ...scenarios.map(({ name }) => scenarioKey(name)),
  ]
  const kept = new Set([
    ...names.map((name) => `${part}:${name}`),
    ...(venues === null ? [] : names.map((name) => venueKey(Number(part), name))),
  ])
  retire('/cascade', (key) => partOf(key) === part && !kept.has(key))
}

function retireChain(retire: PassOptions['retire'], isGone: (part: string) => boolean): void {
  retire('/cascade', (key) => isGone(partOf(key)))
  for (const route of ['/report', '/demo']) retire(route, isGone)
}

type Opened = {
  readonly part: string
  readonly now: Date
  readonly book: BookArrays
  readonly surveyed: Surveyed
  readonly order: readonly number[]
  readonly leading: readonly number[]
  readonly tail: readonly number[]
  readonly scenarios: readonly Scenario[]
  readonly done: Map<number, TokenAnalysis>
  readonly names: ReadonlyMap<number, string>
  readonly past: PriceTable
  /** Null where no book of a central exchange counts. */
  readonly venues: (VenueDepths & { readonly now: Date }) | null
}

async function open(
  workers: Workers,
  part: string,
  snapshot: Snapshot,
  now: Date,
  books: readonly VenueBook[],
  besideNow: Date | null,
): Promise<Opened> {
  const { model, stored, wiring, names, past } = snapshot
  const { state } = model
  const venues = venueDepths(model.chainId, state.tokens, books, new Date(model.block.time))
  const { book, slots, leftOut } = await workers.ask({ kind: 'arrange', stored, wiring })
  const { survey, named } = await workers.ask({ kind: 'outline', book, state })
  const tokens = analysedTokens(state, survey)
  const families = new Set(['ETH', 'BTC'])
  const isLeading = (token: number) => state.tokens[token]!.role === 'numeraire' && families.has(state.tokens[token]!.family)
  return {
    part,
    now,
    book,
    surveyed: { model, survey, leftOut },
    order: tokens,
    leading: tokens.filter(isLeading),
    tail: tokens.filter((token) => !isLeading(token)),
    scenarios: scenariosOf(state, survey),
    done: new Map(),
    names: new Map(named.map((at) => [at, names[slots[at]!] ?? ''])),
    past,
    venues: venues === null || besideNow === null ? null : { ...venues, now: besideNow },
  }
}

async function analyse(
  workers: Workers,
  chain: Opened,
  asked: readonly (number | Scenario)[],
  emit: PassOptions['emit'],
): Promise<void> {
  const { surveyed, book, part, now, done, venues } = chain
  const { collateralUsd, nearUsd, exposedDebtUsd } = surveyed.survey
  const exposure = { collateralUsd, nearUsd, exposedDebtUsd }
  await Promise.all(
    asked.map(async (one) => {
      const fall = typeof one === 'number' ? { token: one } : { token: one.lead, scenario: one }
      const { state } = surveyed.model
      const beside = { venues: venues?.curves ?? null }
      const job = { kind: 'token', book, state, assumptions: defaultAssumptions, exposure, ...fall, ...beside } as const
      const analysis = await workers.ask(job)
      if (analysis.scenario === null) done.set(job.token, analysis)
      if (!hasOwnRow(analysis)) return
      emit(part, cascadeDraft(surveyed, analysis, now))
      if (venues !== null) emit(besideKey(part), venueDraft(surveyed, analysis, venues.books, venues.now))
    }),
  )
}

function riskJob({ book, surveyed: { model, survey }, past }: Opened) {
  const { state, chainId } = model
  return { kind: 'value at risk', book, state, chainId, past, collateralUsd: survey.collateralUsd } as const
}

function reportJob(chain: Opened, whole: ChainAnalysis) {
  const { book, names, now } = chain
  return { kind: 'report', book, state: whole.model.state, names, input: reportInput(whole, now) } as const
}
