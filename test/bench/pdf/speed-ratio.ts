// How many times bare pdftotext's time a whole conversion takes: file by file in turn, so that other load weighs on all alike.
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { median } from '../../../processors/jobs/convert/geometry.ts'
import { defaultLimits } from '../../../processors/jobs/convert/limits.ts'
import { createPoppler } from '../../../processors/jobs/convert/poppler/poppler.ts'
import { findProgram } from '../../../processors/jobs/convert/process/find-program.ts'
import { runProgram } from '../../../processors/jobs/convert/process/run-program.ts'
import { withScratch } from '../../../processors/jobs/convert/process/scratch.ts'

const { programMemoryBytes: memoryBytes, programOutputBytes: outputBytes } = defaultLimits
const drawn = ['-xml', '-i', '-zoom', '3', '-noroundcoord', '-fontfullname', '-nodrm', '-stdout']

/** starter: pdftotext alone, started as conversions start it; least: the programs that none does without, bare and at once. */
export const speeds = ['pdftotext', 'starter', 'least', 'tollgate'] as const
export type Speed = { readonly meanMs: number; readonly p50Ms: number; readonly timesMean: number; readonly timesP50: number }

export async function measureSpeeds(paths: readonly string[]): Promise<Record<(typeof speeds)[number], Speed>> {
  const took: Record<(typeof speeds)[number], number[]> = { pdftotext: [], starter: [], least: [], tollgate: [] }
  await withScratch(async (scratch) => {
    const bounds = { timeoutMs: 600_000, memoryBytes, outputBytes, cwd: scratch }
    const words = async (path: string) => await runProgram(findProgram('pdftotext')!, ['-bbox-layout', path, '-'], bounds)
    const fonts = async (path: string) => await runProgram(findProgram('pdftohtml')!, [...drawn, path], bounds)
    const poppler = () => {
      const end = performance.now() + bounds.timeoutMs
      return createPoppler({ limits: defaultLimits, scratch, readBy: end, deadline: end })
    }
    const ways = {
      pdftotext: words,
      starter: async (path: string) => await poppler().run('pdftotext', { boundingBoxXhtmlLayout: true }, { file: path }),
      least: async (path: string) => await Promise.all([fonts(path), words(path)]),
      tollgate: async (path: string) => await convertPdf(path, { style: 'faithful', ocr: 'off', summarize: false }),
    }
    for (const path of paths) {
      for (const name of speeds) {
        const startedAt = performance.now()
        await ways[name](path)
        took[name].push(performance.now() - startedAt)
      }
    }
  })
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const speedOf = (name: (typeof speeds)[number]): Speed => ({
    meanMs: mean(took[name]),
    p50Ms: median(took[name]),
    timesMean: mean(took[name]) / mean(took.pdftotext),
    timesP50: median(took[name]) / median(took.pdftotext),
  })
  return { pdftotext: speedOf('pdftotext'), starter: speedOf('starter'), least: speedOf('least'), tollgate: speedOf('tollgate') }
}
