// Pages built to hurt: every one ends within the limits, our event loop stays free, and the next page reads as before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Converted, ConvertJob } from '../../processors/jobs/read/convert.ts'
import { WorkerLimit } from '../../processors/jobs/workers/failure.ts'
import { laneLimits, pageLimits, type TaskLimits } from '../../processors/jobs/workers/limits.ts'
import { createWorkerPool, type WorkerPool } from '../../processors/jobs/workers/pool.ts'
import { threadMsOf } from '../support/thread-time.ts'

const megabytes = 1
const limits: TaskLimits = { ...pageLimits, wallMs: 2500 }
const lane = { ...laneLimits.page, processes: 1, heapMb: 256, queue: 3 }
let workers: WorkerPool
beforeAll(() => {
  workers = createWorkerPool({ lanes: { page: lane } })
})
afterAll(() => workers.close())

const fill = (piece: string) => piece.repeat(Math.floor((megabytes * 1024 * 1024) / piece.length))
const job = (body: string, kind: ConvertJob['kind'] = 'html'): ConvertJob => ({
  kind,
  bytes: Buffer.from(body),
  contentType: '',
  url: 'https://a.example.com/',
  maxChars: 60_000,
  format: 'markdown',
  links: 'inline',
})

const types = { html: 'text/html', json: 'application/json', text: 'text/plain', markup: 'text/xml' }
async function read({ kind, bytes, ...job }: ConvertJob, signal?: AbortSignal, pool = workers): Promise<Converted> {
  const input = { ...job, contentType: types[kind], images: 'none' as const }
  const { output, body } = await pool.run('page', { input, body: bytes, limits }, { signal })
  if (output.kind !== 'page') throw new Error(`it is no page: ${JSON.stringify(output)}`)
  return JSON.parse(body.toString()) as Converted
}

const hostile: readonly (readonly [name: string, job: () => ConvertJob])[] = [
  ['deep <div>', () => job(fill('<div>'))],
  ['deep formatting', () => job(fill('<p><b><i><u>x'))],
  ['deep lists', () => job(fill('<ul><li>x'))],
  ['deep tables', () => job(fill('<table><tr><td>x'))],
  ['deep quotes', () => job(fill('<blockquote>x'))],
  ['deep unknown elements', () => job(fill('<x-a>b'))],
  ['one huge attribute', () => job(`<p title="${fill('a')}">hello world</p>`)],
  ['a hundred thousand attributes', () => job(`<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(' ')}>hi</p>`)],
  ['tags that never end', () => job(fill('<a '))],
  ['nothing but <', () => job(fill('<'))],
  ['nothing but &', () => job(fill('&'))],
  ['nothing but [', () => job(`<p>${fill('[(')}`)],
  ['nothing but marks', () => job(`<p>${fill('*_[`')}`)],
  ['nothing but backticks in code', () => job(`<pre>${fill('`')}</pre>`)],
  ['line breaks in code', () => job(`<pre>x${fill('\n')}y</pre>`)],
  ['spaces', () => job(`<p>x${fill(' ')}y</p>`)],
  ['unclosed comments', () => job(fill('<!--'))],
  ['style sheets', () => job(`<style>${fill('@media{')}</style><style>${fill('.a{display:none}')}</style><p>x`)],
  ['many links', () => job(fill('<a href="/x">y</a> '))],
  ['many headings', () => job(fill('<h1>x</h1>'))],
  ['many list items', () => job(`<ol>${fill('<li>x')}`)],
  ['spans that multiply', () => job(`<table><tr><th>a</th></tr>${'<tr><td colspan=60 rowspan=65534>x</td></tr>'.repeat(2000)}`)],
  ['a table a hundred thousand wide', () => job(`<table><tr>${'<td>1'.repeat(100_000)}`)],
  ['deep JSON', () => job(fill('['), 'json')],
  ['deep balanced JSON', () => job('['.repeat(1_000_000) + ']'.repeat(1_000_000), 'json')],
  ['long JSON', () => job(`[${fill('1,')}1]`, 'json')],
  ['one endless word', () => job(fill('a'), 'text')],
  ['text without spaces', () => job(fill('漢字かな'), 'text')],
]

describe('hostile pages', () => {
  it.each(hostile)('%s ends in time, and a plain page still reads', async (_name, make) => {
    const bad = make()
    const started = performance.now()
    const outcome = await read(bad).then(
      (page) => page.markdown.length,
      (error) => {
        if (error instanceof WorkerLimit || /page_empty|page_too_complex/.test(error.message)) return 'page_too_complex'
        throw error
      },
    )
    expect(performance.now() - started).toBeLessThan(limits.wallMs + 4000)
    if (typeof outcome === 'number') expect(outcome).toBeLessThanOrEqual(60_000 + 10)
    else expect(outcome).toBe('page_too_complex')
    expect((await read(job('<main><p>still here</p></main>'))).markdown).toBe('still here')
  })

  // Time this thread computed, not time that passed: a busy machine cannot blur it, and no block can be longer than the sum.
  // What others do to the caches and the clock only adds to it: the least of three is what the page costs.
  it('costs our own thread less than 50 ms in all', async () => {
    await read(job('<p>warm</p>'))
    let least = Number.POSITIVE_INFINITY
    for (let run = 0; run < 3 && least >= 50; run++) {
      const page = job(fill('<h1>x</h1>'))
      least = Math.min(least, await threadMsOf(() => read(page).catch((error) => expect(error).toBeInstanceOf(WorkerLimit))))
    }
    expect(least).toBeLessThan(50)
  })

  it('ends a page that overruns its memory, and starts afresh', async () => {
    const tight = createWorkerPool({ lanes: { page: { ...lane, heapMb: 64 } } })
    try {
      await read(job('<p>warm</p>'), undefined, tight)
      await expect(read(job(`[${'1,'.repeat(2_400_000)}1]`, 'json'), undefined, tight)).rejects.toMatchObject({ limit: 'memory' })
      expect((await read(job('<p>back</p>'), undefined, tight)).markdown).toBe('back')
    } finally {
      await tight.close()
    }
  })

  it('stops when the caller does', async () => {
    const stop = new AbortController()
    const work = read(job(fill('<h1>x</h1>')), stop.signal)
    stop.abort(new Error('caller left'))
    await expect(work).rejects.toThrow('caller left')
    expect((await read(job('<p>next</p>'))).markdown).toBe('next')
  })

  it('runs what waits in order and turns away what is too much', async () => {
    const results = await Promise.allSettled(Array.from({ length: 6 }, (_, i) => read(job(`<p>page ${i}</p>`))))
    expect(results.map((r) => (r.status === 'fulfilled' ? r.value.markdown : r.reason.name))).toEqual([
      'page 0',
      'page 1',
      'page 2',
      'page 3',
      'WorkersBusy',
      'WorkersBusy',
    ])
  })
})
