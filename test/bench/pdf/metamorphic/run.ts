// Every way over every file, scored against the same truth as the untouched file: one row a way.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertPdf } from '../../../../processors/jobs/convert/convert.ts'
import { ConvertRefusal } from '../../../../processors/jobs/convert/refusal.ts'
import { qpdf } from './qpdf.ts'
import { ways } from './ways.ts'

export const barDifference = 0.005
const named = 3
// A file with nothing packed is larger than one call takes, and no less readable.
const unpackedBytes = 1024 * 1024 * 1024

type Overall = (truth: string, markdown: string) => number
export type File = { readonly id: string; readonly path: string; readonly truth: string }

/** Whether every way that could be gone is within the bar. */
export async function runMetamorphic(files: readonly File[], overall: Overall, print: (line: string) => void): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'metamorphic-'))
  try {
    const plain = new Map<string, number>()
    for (const { id, path, truth } of files) plain.set(id, overall(truth, await markdownOf(path)))
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length)
    const before = mean([...plain.values()])
    print(`${'untouched'.padEnd(64)}${before.toFixed(4)}`)
    let isWithin = true
    for (const { name, missing, write, pages } of ways) {
      const why = missing()
      if (why !== null) {
        print(`${name.padEnd(64)}skipped: ${why}`)
        continue
      }
      const unwritten: string[] = []
      const scores: { id: string; lost: number; score: number }[] = []
      for (const { id, path, truth } of files) {
        const to = join(folder, 'changed.pdf')
        rmSync(to, { force: true })
        try {
          write(path, to)
        } catch {
          // A file that the tool cannot write anew says nothing of what is read.
          unwritten.push(id)
          continue
        }
        const count = pages === undefined ? 0 : Number(qpdf('--show-npages', path))
        const score = overall(truth, await markdownOf(to, pages === undefined ? undefined : `${count + 1}-${2 * count}`))
        scores.push({ id, score, lost: plain.get(id)! - score })
      }
      const difference = scores.length === 0 ? 0 : -mean(scores.map(({ lost }) => lost))
      const isFine = Math.abs(difference) <= barDifference
      isWithin &&= isFine
      const worst = scores.filter(({ lost }) => lost > barDifference).sort((a, b) => b.lost - a.lost)
      const missed = worst.slice(0, named).map(({ id, lost }) => `${id} −${lost.toFixed(3)}`)
      print(
        `${name.padEnd(64)}${(before + difference).toFixed(4)} ${difference >= 0 ? '+' : '−'}${Math.abs(difference).toFixed(4)} ${isFine ? 'within' : 'MISSED'}  ${missed.join(', ')}${unwritten.length === 0 ? '' : ` (${unwritten.length} could not be written)`}`,
      )
    }
    return isWithin
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function markdownOf(path: string, pages?: string): Promise<string> {
  const options = { style: 'faithful', ocr: 'off', summarize: false, ...(pages !== undefined && { pages }) } as const
  try {
    return (await convertPdf(path, options, { limits: { maxBytes: unpackedBytes } })).markdown
  } catch (error) {
    if (error instanceof ConvertRefusal) return ''
    throw error
  }
}
