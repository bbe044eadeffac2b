// A kept chain of 200,000 borrowers as a serving process holds it: taking facts in, a change, and a whole pass on the worker.

import { createLedger } from '../../../processors/keep/ledger.ts'
import type { Fact } from '../../../processors/kit/define.ts'
import { createLiveChain } from '../../../processors/services/cascade/live-chain.ts'
import service from '../../../processors/services/cascade/service.ts'
import { factsAt, seededFacts } from '../../support/cascade/seeded-facts.ts'
import { threadMs } from '../../support/thread-time.ts'
import { longestTurn } from './main-thread.ts'

export async function benchKeeper(
  borrowers: number,
  print: (figure: string, values: Record<string, unknown>) => void,
): Promise<void> {
  const stored = storedFacts(borrowers)
  const kept = service.keep!()
  const live = createLiveChain(1)
  const from = threadMs()
  const parsed = stored.map(({ fact, text }) => ({ ...fact, value: JSON.parse(text) as unknown }))
  const parsedAt = threadMs()
  let longestPutMs = 0
  for (const fact of parsed) {
    const started = threadMs()
    kept.put(fact)
    longestPutMs = Math.max(longestPutMs, threadMs() - started)
  }
  const putAt = threadMs()
  const ledger = createLedger()
  for (const fact of parsed) ledger.take(fact)
  const ledgerAt = threadMs()
  const summaryMs = Math.min(...Array.from({ length: 5 }, () => spent(() => ledger.summarize(service.selects('1'), new Map()))))
  print('restore', {
    facts: stored.length,
    parse_cpu_ms: Math.round(parsedAt - from),
    put_cpu_ms: Math.round(putAt - parsedAt),
    ledger_cpu_ms: Math.round(ledgerAt - putAt),
    longest_put_ms: round(longestPutMs),
    what: 'reading facts out of their stored text and into the book; the database is not in it',
  })
  for (const fact of parsed) live.put(fact)
  const snapshotMs = Math.min(...Array.from({ length: 5 }, () => spent(() => live.snapshot())))
  const sizes = { rows: 0, longestRowMs: 0 }
  let passMs = 0
  const turn = await longestTurn(async () => {
    const started = performance.now()
    await kept.pass({
      now: () => factsAt,
      isOutdated: () => false,
      append: () => undefined,
      retire: () => undefined,
      emit: (_, draft) => {
        const ms = spent(() => ('text' in draft ? draft.text : JSON.stringify(draft.body)))
        sizes.longestRowMs = Math.max(sizes.longestRowMs, ms)
        sizes.rows++
      },
    })
    passMs = performance.now() - started
  })
  await kept.close()
  print('event loop', {
    pass_ms: Math.round(passMs),
    rows: sizes.rows,
    turns: turn.turns,
    longest_turn_cpu_ms: round(turn.longestTurnMs),
    snapshot_cpu_ms: round(snapshotMs),
    summary_cpu_ms: round(summaryMs),
    longest_row_cpu_ms: round(sizes.longestRowMs),
    bar_ms: 20,
  })
}

function storedFacts(borrowers: number): { fact: Omit<Fact, 'value'>; text: string }[] {
  return [...seededFacts({ seed: 11, chainId: 1, borrowers })].flatMap(([topic, values]) =>
    values.map((value) => ({
      fact: { topic: topic.name, key: topic.key(value), observedAt: factsAt, revision: 0n, partition: 0, offset: 0n },
      text: JSON.stringify(value),
    })),
  )
}

function spent(work: () => unknown): number {
  const started = threadMs()
  work()
  return threadMs() - started
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
