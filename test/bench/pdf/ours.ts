// This project's engine, and bare pdftotext as the floor its time is measured against.
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { defaultLimits } from '../../../processors/jobs/convert/limits.ts'
import { createPoppler } from '../../../processors/jobs/convert/poppler/poppler.ts'
import { withScratch } from '../../../processors/jobs/convert/process/scratch.ts'
import { type Engine, oneByOne } from './engine.ts'

export const tollgate: Engine = {
  name: 'tollgate',
  run: async (files) =>
    await oneByOne(files, async (path) => (await convertPdf(path, { style: 'faithful', ocr: 'off', summarize: false })).markdown),
}

export const pdftotext: Engine = {
  name: 'pdftotext -bbox-layout',
  run: async (files) =>
    await withScratch(async (scratch) => {
      const poppler = createPoppler({
        limits: defaultLimits,
        scratch,
        readBy: performance.now() + 600_000,
        deadline: performance.now() + 600_000,
      })
      return await oneByOne(files, async (path) => {
        await poppler.run('pdftotext', ['-bbox-layout', path, '-'])
        return ''
      })
    }),
}
