// The cascade service on 200,000 positions, beside the straightforward simulator on the same book: one JSON line per figure.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { answerCascade } from '../processors/services/cascade/answers/cascade.ts'
import { createBook } from '../processors/services/cascade/book/book.ts'
import { computeCurve, gridDropsPct } from '../processors/services/cascade/curve/curve.ts'
import { createRun } from '../processors/services/cascade/engine/run.ts'
import { simulate, uniformShock } from '../processors/services/cascade/engine/simulate.ts'
import { buildIndex } from '../processors/services/cascade/index/build.ts'
import { defaultAssumptions } from '../processors/services/cascade/model/market-state.ts'
import { createAnalysisRunner } from '../processors/services/cascade/runner/runner.ts'
import { type BookWish, type GeneratedBook, generateBook } from '../test/support/cascade/book-generator.ts'
import { createReferenceSimulator } from '../test/support/cascade/reference-simulator.ts'

const positions = 200_000
const grid = gridDropsPct.slice(1)
const wholeReference = process.argv.includes('--whole-reference')
const books: [string, Omit<BookWish, 'seed' | 'positions'>][] = [
  ['one protocol, deep markets', { depthUsd: 4e9 }],
  ['one protocol, thin markets', { depthUsd: 2e8 }],
  ['both protocols, eModes, rate oracles', { depthUsd: 4e9, morphoShare: 0.3, emodes: true, rateOracles: true }],
]

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run bench -- cascade [--whole-reference]\nIndex, curve, memory, read path and workers on 200,000 positions, and the ratio to the simulator in test/.\nWith --whole-reference that one runs all 198 drops instead of 11, which takes minutes.\n',
  )
} else {
  for (const [name, wish] of books) await benchBook(name, generateBook({ seed: 11, positions, ...wish }))
}

async function benchBook(name: string, generated: GeneratedBook): Promise<void> {
  const { state, ethFamily } = generated
  const print = (figure: string, values: Record<string, unknown>) =>
    console.log(JSON.stringify({ bench: 'cascade', book: name, figure, ...values }))
  const heapBefore = heapMb()
  const book = createBook(positions)
  for (const position of generated.positions) book.upsert(position)
  const legs = book.view().legs
  const snapshotMs = best(5, () => book.snapshot())
  const updateMs = best(50, (i) => book.upsert(generated.positions[i * 7]!))
  print('update', { positions, legs, one_position_ms: round(updateMs), bar_ms: 5, snapshot_ms: round(snapshotMs) })

  const snapshot = book.snapshot()
  const indexMs = best(4, () => buildIndex(snapshot, state, ethFamily))
  const index = buildIndex(snapshot, state, ethFamily)
  const run = createRun(index)
  const curveMs = best(4, () => grid.map((d) => simulate(run, uniformShock(ethFamily, d / 100))))
  // On a machine that others use too, the processor time is the steadier figure.
  const curveCpuMs = bestCpu(4, () => grid.map((d) => simulate(run, uniformShock(ethFamily, d / 100))))
  print('index', { ms: round(indexMs), cpu_ms: round(bestCpu(4, () => buildIndex(snapshot, state, ethFamily))), bar_ms: 500 })
  print('curve', { drops: grid.length, ms: round(curveMs), cpu_ms: round(curveCpuMs), bar_ms: 800 })
  print('row', {
    ms: round(best(1, () => computeCurve(index, 0))),
    what: 'curve, doubtful midpoints and contagion: all a row holds',
  })
  print('memory', { mb: round(heapMb() - heapBefore), bar_mb: 150, what: 'book, snapshot, index and working state' })

  const reference = createReferenceSimulator(generated.positions, state)
  const sample = wholeReference ? grid : grid.filter((_, k) => k % 18 === 9)
  let worst = 0
  let referenceMs = 0
  let fastMs = 0
  for (const d of sample) {
    const shock = uniformShock(ethFamily, d / 100)
    const [slow, slowMs] = timed(() => reference.simulate([...shock]))
    const [fast, ms] = timed(() => simulate(run, shock))
    referenceMs += slowMs
    fastMs += ms
    for (const [p, protocol] of (['aave-v3', 'morpho-blue'] as const).entries()) {
      for (const field of ['liquidations', 'repaidUsd', 'seizedUsd', 'badDebtUsd'] as const) {
        worst = Math.max(worst, apart(fast.perProtocol[p]![field], slow.perProtocol[protocol][field]))
      }
    }
  }
  print('reference', {
    drops: sample.length,
    reference_ms: round(referenceMs),
    ms: round(fastMs),
    ratio: round(referenceMs / fastMs),
    bar_ratio: 8,
    worst_difference: worst,
    bar_difference: 1e-9,
  })

  const row = {
    token: 'ETH',
    chainId: 1,
    priceUsd: 2500,
    score: 30,
    confidence: 1,
    asOf: new Date(0).toISOString(),
    assumptions: defaultAssumptions,
    curve: computeCurve(index, 0),
  }
  const times: number[] = []
  let bytes = 0
  for (let i = 0; i < 5000; i++) {
    const [body, ms] = timed(() => JSON.stringify(answerCascade(row, 0.01 + (i * 98.9) / 5000)))
    times.push(ms)
    bytes = body.length
  }
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)]!
  print('read path', {
    p50_ms: round(times[2500]!),
    p99_ms: round(p99),
    bar_p99_ms: 2,
    body_bytes: bytes,
    row_bytes: JSON.stringify(row).length,
  })
  await benchLoop(print, generated, snapshot)
}

// The longest the serving thread waited while a worker analysed the book.
async function benchLoop(
  print: (f: string, v: Record<string, unknown>) => void,
  generated: GeneratedBook,
  snapshot: ReturnType<ReturnType<typeof createBook>['snapshot']>,
) {
  const runner = createAnalysisRunner(1)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const tokens: string[] = []
  const started = performance.now()
  const firstThree = new Promise<void>((resolve, reject) => {
    runner
      .analyse(snapshot, generated.state, { onToken: (t) => void (tokens.push(t.token) === 3 && resolve()) })
      .catch((error: unknown) => (tokens.length >= 3 ? undefined : reject(error)))
  })
  await firstThree
  delay.disable()
  print('workers', {
    tokens,
    ms: round(performance.now() - started),
    longest_wait_ms: round(delay.max / 1e6),
    p99_wait_ms: round(delay.percentile(99) / 1e6),
    bar_ms: 20,
  })
  await runner.close()
}

function timed<T>(work: () => T): [T, number] {
  const started = performance.now()
  const value = work()
  return [value, performance.now() - started]
}

function best(times: number, work: (i: number) => unknown): number {
  return Math.min(...Array.from({ length: times }, (_, i) => timed(() => work(i))[1]))
}

function bestCpu(times: number, work: () => unknown): number {
  const spent = Array.from({ length: times }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user / 1000
  })
  return Math.min(...spent)
}

function apart(a: number, b: number): number {
  return Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b))
}

function heapMb(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
