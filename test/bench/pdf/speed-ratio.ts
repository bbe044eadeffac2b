// How many times bare pdftotext's time a whole conversion takes: file by file in turn, so that other load weighs on both alike.
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { defaultLimits } from '../../../processors/jobs/convert/limits.ts'
import { findProgram } from '../../../processors/jobs/convert/process/find-program.ts'
import { runProgram } from '../../../processors/jobs/convert/process/run-program.ts'
import { withScratch } from '../../../processors/jobs/convert/process/scratch.ts'

const { programMemoryBytes: memoryBytes, programOutputBytes: outputBytes } = defaultLimits

export type SpeedRatio = { oursMs: number; pdftotextMs: number; ratio: number }

export async function measureSpeedRatio(paths: readonly string[]): Promise<SpeedRatio> {
  let ours = 0
  let bare = 0
  await withScratch(async (scratch) => {
    const bounds = { timeoutMs: 600_000, memoryBytes, outputBytes, cwd: scratch }
    for (const path of paths) {
      const start = performance.now()
      await runProgram(findProgram('pdftotext')!, ['-bbox-layout', path, '-'], bounds)
      const middle = performance.now()
      await convertPdf(path, { style: 'faithful', ocr: 'off', summarize: false })
      bare += middle - start
      ours += performance.now() - middle
    }
  })
  return { oursMs: ours / paths.length, pdftotextMs: bare / paths.length, ratio: ours / bare }
}
