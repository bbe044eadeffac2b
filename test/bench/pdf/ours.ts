// This project's engine, and bare pdftotext as the floor its time is measured against.
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { defaultLimits } from '../../../processors/jobs/convert/limits.ts'
import { findProgram } from '../../../processors/jobs/convert/process/find-program.ts'
import { runProgram } from '../../../processors/jobs/convert/process/run-program.ts'
import { withScratch } from '../../../processors/jobs/convert/process/scratch.ts'
import { type Engine, oneByOne } from './engine.ts'

const { programMemoryBytes: memoryBytes, programOutputBytes: outputBytes } = defaultLimits

export const tollgate: Engine = {
  name: 'tollgate',
  run: async (files) =>
    await oneByOne(files, async (path) => (await convertPdf(path, { style: 'faithful', ocr: 'off', summarize: false })).markdown),
}

export const pdftotext: Engine = {
  name: 'pdftotext -bbox-layout',
  run: async (files) =>
    await withScratch(async (scratch) => {
      const bounds = { timeoutMs: 600_000, memoryBytes, outputBytes, cwd: scratch }
      return await oneByOne(files, async (path) => {
        await runProgram(findProgram('pdftotext')!, ['-bbox-layout', path, '-'], bounds)
        return ''
      })
    }),
}
