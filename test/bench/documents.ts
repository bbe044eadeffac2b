// One-page documents through the whole queue, one at a time and many at once: request to answer, and where the time goes:
// `npm run bench -- documents`.
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createChainReader } from '../../api/payment/chain/reader.ts'
import { createLocalFacilitator } from '../../api/payment/facilitator/local.ts'
import { buildServer } from '../../api/server.ts'
import { systemClock } from '../../base/clock.ts'
import { createMetrics } from '../../base/metrics.ts'
import { createSafeFetch } from '../../base/safe-fetch/index.ts'
import type { Database } from '../../db/client.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import defineJob from '../../processors/jobs/convert/job.ts'
import { startJobs } from '../../processors/jobs/index.ts'
import { defaultSettings, type Service } from '../../processors/kit/define.ts'
import defineDoc from '../../processors/services/doc/service.ts'
import { testConfig } from '../support/payment/settings.ts'
import { lines, pdfDocument, prose, text } from '../support/pdf/document.ts'
import { createStopwatch, stages } from './support/document-stages.ts'
import { printFigure, quantile, quiet, rounded, withDatabase } from './support/engine.ts'

const warmUps = 5
const measured = 60
const barMs = 150
const waves = 12
const barAtOnceMs = 1_500

// The work is the same whatever it costs; without a price nothing but the queue is measured.
const doc = defineDoc(defaultSettings)
const free: Service = { ...doc, routes: doc.routes.map((route) => ({ ...route, price: 'free' as const })) }

const page = (i: number) =>
  text(72, 80, `Document ${i}`, { size: 20, font: 'bold' }) + lines(72, 110, prose(40, 92, i + 1)) + text(300, 760, '1')

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    'at-once': { type: 'string', default: '8' },
    folder: { type: 'string' },
    ocr: { type: 'string', default: 'auto' },
  },
})
const names = values.folder === undefined ? [] : readdirSync(values.folder).filter((name) => name.endsWith('.pdf'))
if (values.folder !== undefined && names.length === 0) {
  process.stderr.write(`--folder: no PDF lies in ${values.folder}\n`)
  process.exitCode = 2
} else if (values.help) {
  process.stdout.write(
    `usage: npm run bench -- documents [--at-once N] [--folder F] [--ocr auto|off]
One-page documents through the whole queue, one at a time: request to answer, and where the time goes. Then N at once (default 8), ${waves} times.
  --folder   those at once are the PDFs of this folder, in turn; most of the time of pages with pictures is tesseract's: --ocr off is without
`,
  )
} else {
  await withDatabase(run)
}

async function run(database: Database): Promise<void> {
  const watch = createStopwatch(database)
  const log = createPostgresLog({ database: watch.database, logger: quiet })
  const shared = { database: watch.database, log, clock: systemClock, logger: quiet }
  const safeFetch = createSafeFetch()
  const onFatal = (error: unknown) => {
    throw error
  }
  const job = defineJob(defaultSettings)
  const watched = { ...job, run: watch.during('converted', job.run) }
  const working = await startJobs({ ...shared, jobs: [watched], safeFetch, events: { batch: () => undefined }, onFatal })
  const payments = { config: testConfig('bench'), facilitator: createLocalFacilitator([]), chain: createChainReader({}) }
  const config = { domain: 'localhost', world: 'demo', port: 0, host: '127.0.0.1' } as const
  const app = await buildServer({ ...shared, config, services: [free], metrics: createMetrics(), payments })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/doc/convert`
  const took: number[] = []
  for (let i = 0; i < warmUps + measured; i++) {
    const body = JSON.stringify({ base64: pdfDocument({ pages: [page(i)] }).toString('base64') })
    watch.start()
    const startedAt = performance.now()
    const status = await post(url, body, i)
    if (status !== 200) throw new Error(`answered ${status}`)
    if (i < warmUps) watch.forget()
    else took.push(performance.now() - startedAt)
    watch.lap('answered')
  }
  const p50 = quantile(took, 0.5)
  printFigure({ documents: measured, p50_ms: rounded(p50, 1), p95_ms: rounded(quantile(took, 0.95), 1), bar_p50_ms: barMs })
  for (const stage of stages) printFigure({ stage, p50_ms: rounded(watch.median(stage), 1) })
  await atOnce(url)
  await app.close()
  await working.stop()
  await log.close()
}

async function atOnce(url: string): Promise<void> {
  const count = Number(values['at-once'])
  const { folder } = values
  const bytesOf = (i: number) =>
    folder === undefined ? pdfDocument({ pages: [page(1_000 + i)] }) : readFileSync(join(folder, names[i % names.length]!))
  const took: number[] = []
  const startedAt = performance.now()
  for (let wave = 0; wave < waves; wave++) {
    const bodies = Array.from({ length: count }, (_, i) =>
      JSON.stringify({ base64: bytesOf(wave * count + i).toString('base64'), ocr: values.ocr }),
    )
    await Promise.all(
      bodies.map(async (body, i) => {
        const sentAt = performance.now()
        const status = await post(url, body, warmUps + measured + wave * count + i)
        if (status !== 200) throw new Error(`answered ${status}`)
        took.push(performance.now() - sentAt)
      }),
    )
  }
  const [p50, p95] = [quantile(took, 0.5), quantile(took, 0.95)]
  const perSecond = (1_000 * took.length) / (performance.now() - startedAt)
  const figures = { p50_ms: rounded(p50, 1), p95_ms: rounded(p95, 1), per_second: rounded(perSecond, 1) }
  printFigure({ documents: took.length, at_once: count, ...figures, bar_p95_ms: barAtOnceMs })
}

// Free work is limited per address, so each document comes from one of its own.
function post(url: string, body: string, i: number): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const localAddress = `127.0.${1 + Math.floor(i / 250)}.${1 + (i % 250)}`
  return new Promise((done, failed) => {
    const asked = request(url, { method: 'POST', headers, localAddress }, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode!))
    })
    asked.once('error', failed).end(body)
  })
}
