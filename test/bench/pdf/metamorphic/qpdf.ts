// A PDF's pages changed through qpdf: its objects as JSON, a few of them written anew, everything else left as it was.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { findProgram } from '../../../../processors/jobs/convert/process/find-program.ts'

export const hasQpdf = (): boolean => findProgram('qpdf') !== null

export function qpdf(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('qpdf', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  // 3: done, with warnings about the file.
  if (status !== 0 && status !== 3) throw new Error(`qpdf ${args[0]}: ${stderr.slice(0, 300)}`)
  return stdout
}

type Value = null | boolean | number | string | Value[] | { [key: string]: Value }
export type Dictionary = { [key: string]: Value }
type Box = [number, number, number, number]
type Objects = Record<string, { value?: Value; stream?: { dict: Dictionary } }>

/** What a way makes of a page: the operators around its content, and entries of its dictionary. */
export type PageChange = { readonly before?: string; readonly after?: string; readonly entries?: Dictionary }

export function changePages(from: string, to: string, change: (box: Box, rotate: number) => PageChange): void {
  const read = JSON.parse(qpdf('--json=2', '--json-key=pages', '--json-key=qpdf', '--json-stream-data=none', from)) as {
    pages: { object: string }[]
    qpdf: [{ maxobjectid: number }, Objects]
  }
  const [head, objects] = read.qpdf
  const delta: Record<string, unknown> = {}
  let next = head.maxobjectid
  const add = (content: string) => {
    next++
    delta[`obj:${next} 0 R`] = { stream: { dict: {}, data: Buffer.from(content).toString('base64') } }
    return `${next} 0 R`
  }
  const resolve = (value: Value | undefined): Value | undefined =>
    typeof value === 'string' && /^\d+ \d+ R$/.test(value) ? objects[`obj:${value}`]?.value : value
  const inherited = (page: Dictionary, key: string): Value | undefined => {
    for (let at: Dictionary | undefined = page; at !== undefined; at = resolve(at['/Parent']) as Dictionary | undefined)
      if (at[key] !== undefined) return resolve(at[key])
    return undefined
  }
  for (const { object } of read.pages) {
    const page = objects[`obj:${object}`]!.value as Dictionary
    const box = ((inherited(page, '/CropBox') ?? inherited(page, '/MediaBox')) as Value[]).map((side) =>
      Number(resolve(side)),
    ) as Box
    const { before = '', after = '', entries = {} } = change(box, Number(inherited(page, '/Rotate') ?? 0))
    const contents = page['/Contents']
    const listed = Array.isArray(contents)
      ? contents
      : (resolve(contents) ?? null) !== null && Array.isArray(resolve(contents))
        ? (resolve(contents) as Value[])
        : contents === undefined
          ? []
          : [contents]
    const wrapped = before === '' && after === '' ? {} : { '/Contents': [add(`q ${before}\n`), ...listed, add(`\nQ ${after}\n`)] }
    delta[`obj:${object}`] = { value: { ...page, ...wrapped, ...entries } }
  }
  const file = `${to}.json`
  writeFileSync(
    file,
    JSON.stringify({
      version: 2,
      parameters: { decodelevel: 'none' },
      qpdf: [{ jsonversion: 2, pushedinheritedpageresources: false, calledgetallpages: false, maxobjectid: next }, delta],
    }),
  )
  qpdf(from, `--update-from-json=${file}`, to)
}
