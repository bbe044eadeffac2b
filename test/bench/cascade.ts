// The cascade service on 200,000 positions, beside the straightforward simulator on the same book: one JSON line per figure. `cpu_ms`
// is the thread's own time; whatever else is in ms hangs on what the machine does besides.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { answerCascade } from '../../processors/services/cascade/answers/cascade.ts'
import { createBook } from '../../processors/services/cascade/book/book.ts'
import { computeCurve, gridDropsPct } from '../../processors/services/cascade/curve/curve.ts'
import { createRun } from '../../processors/services/cascade/engine/run.ts'
import { simulate, uniformShock } from '../../processors/services/cascade/engine/simulate.ts'
import { buildIndex } from '../../processors/services/cascade/index/build.ts'
import { defaultAssumptions } from '../../processors/services/cascade/model/market-state.ts'
import { protocols } from '../../processors/services/cascade/model/protocol.ts'
import { pathCount, simulatePaths } from '../../processors/services/cascade/paths/value-at-risk.ts'
import { type BookWish, type GeneratedBook, generateBook } from '../support/cascade/book-generator.ts'
import { movesFrom, pricesFrom } from '../support/cascade/price-history.ts'
import { createReferenceSimulator } from '../support/cascade/reference-simulator.ts'
import { threadMs } from '../support/thread-time.ts'
import { benchKeeper } from './support/cascade-keeper.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const usual = 200_000
const asked = process.argv.indexOf('--positions')
const positions = asked < 0 ? usual : Number(process.argv[asked + 1])
const grid = gridDropsPct.slice(1)
const wholeReference = process.argv.includes('--whole-reference')
const books: [string, Omit<BookWish, 'seed' | 'positions'>][] = [
  ['one protocol, deep markets', { depthUsd: 4e9 }],
  ['one protocol, thin markets', { depthUsd: 2e8 }],
  ['both protocols, eModes, rate oracles', { depthUsd: 4e9, morphoShare: 0.3, emodes: true, rateOracles: true }],
  [
    'three protocols, a fifth of it in Compound v3',
    { depthUsd: 4e9, morphoShare: 0.3, cometShare: 0.3, emodes: true, rateOracles: true },
  ],
]

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run bench -- cascade [--positions 200000] [--whole-reference]\nIndex, curve, memory, read path, restore and event loop on so many positions, and the ratio to the simulator in test/.\nWith --whole-reference that one runs all 198 drops instead of 11, which takes minutes.\n',
  )
} else {
  for (const [name, wish] of books) benchBook(name, generateBook({ seed: 11, positions, ...wish }))
  await benchKeeper(positions, (figure, values) => console.log(JSON.stringify({ bench: 'cascade', figure, ...values })))
}

function benchBook(name: string, generated: GeneratedBook): void {
  const { state, ethFamily } = generated
  const print = (figure: string, values: Record<string, unknown>) =>
    console.log(JSON.stringify({ bench: 'cascade', book: name, figure, ...values }))
  const memoryBefore = memoryMb()
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
  const curveCpuMs = bestCpu(4, () => grid.map((d) => simulate(run, uniformShock(ethFamily, d / 100))))
  print('index', { ms: round(indexMs), cpu_ms: round(bestCpu(4, () => buildIndex(snapshot, state, ethFamily))), bar_ms: 500 })
  print('curve', {
    drops: grid.length,
    ms: round(curveMs),
    cpu_ms: round(curveCpuMs),
    bar_ms: 800 * Math.max(1, positions / usual),
  })
  print('row', {
    ms: round(best(1, () => computeCurve(index, 0))),
    what: 'curve, points between and contagion: all a row holds',
  })
  const past = pricesFrom(3, 250, (normal) => {
    const [eth, btc] = [0.035 * normal(), 0.025 * normal()]
    const own = { ETH: eth, BTC: btc } as Record<string, number>
    return state.tokens.map(({ family }) => (own[family] ?? 0) + 0.002 * normal())
  })
  const moves = movesFrom(past, state)
  const [, riskMs] = cpuOf(() => simulatePaths(snapshot, state, moves, pathCount, 1))
  print('value at risk', {
    paths: pathCount,
    cpu_ms: round(riskMs),
    bar_ms: 3000,
    what: 'two horizons, with an index of their own',
  })
  const mb = memoryMb() - memoryBefore + run.counts.buffer.byteLength / 2 ** 20
  print('memory', { mb: round(mb), bar_mb: 150, what: 'book, snapshot, index, and the kernel with its copy of it' })

  const reference = createReferenceSimulator(generated.positions, state)
  const sample = wholeReference ? grid : grid.filter((_, k) => k % 18 === 9)
  let worst = 0
  let referenceMs = 0
  let fastMs = 0
  for (const d of sample) {
    const shock = uniformShock(ethFamily, d / 100)
    const [slow, slowMs] = cpuOf(() => reference.simulate([...shock]))
    const [fast, ms] = cpuOf(() => simulate(run, shock))
    referenceMs += slowMs
    fastMs += ms
    for (const [p, protocol] of protocols.entries()) {
      for (const field of ['liquidations', 'repaidUsd', 'seizedUsd', 'badDebtUsd'] as const) {
        worst = Math.max(worst, apart(fast.perProtocol[p]![field], slow.perProtocol[protocol][field]))
      }
    }
  }
  print('reference', {
    drops: sample.length,
    reference_cpu_ms: round(referenceMs),
    cpu_ms: round(fastMs),
    ratio: round(referenceMs / fastMs),
    bar_ratio: 8,
    worst_difference: worst,
    bar_difference: 1e-9,
  })

  const row = {
    token: 'ETH',
    chainId: 1,
    scenario: null,
    priceUsd: 2500,
    score: 30,
    confidence: 1,
    asOf: new Date(0).toISOString(),
    assumptions: defaultAssumptions,
    curve: computeCurve(index, 0),
  }
  const times: number[] = []
  let bytes = 0
  const started = threadMs()
  for (let i = 0; i < 5000; i++) {
    const [body, ms] = timed(() => JSON.stringify(answerCascade(row, 0.01 + (i * 98.9) / 5000)))
    times.push(ms)
    bytes = body.length
  }
  const meanCpuMs = (threadMs() - started) / times.length
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)]!
  print('read path', {
    p50_ms: round(times[2500]!),
    p99_ms: round(p99),
    bar_p99_ms: 2,
    mean_cpu_ms: round(meanCpuMs),
    body_bytes: bytes,
    row_bytes: JSON.stringify(row).length,
  })
}

function timed<T>(work: () => T): [T, number] {
  const started = performance.now()
  const value = work()
  return [value, performance.now() - started]
}

function best(times: number, work: (i: number) => unknown): number {
  return Math.min(...Array.from({ length: times }, (_, i) => timed(() => work(i))[1]))
}

// Of this thread alone: on a machine that others use too, the steadier figure.
function bestCpu(times: number, work: (i: number) => unknown): number {
  return Math.min(...Array.from({ length: times }, (_, i) => cpuOf(() => work(i))[1]))
}

function cpuOf<T>(work: () => T): [T, number] {
  const before = threadMs()
  const value = work()
  return [value, threadMs() - before]
}

function apart(a: number, b: number): number {
  return Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b))
}

// What is held after a full collection: the heap, and all buffers outside it, shared ones too.
function memoryMb(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
