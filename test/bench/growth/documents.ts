// How often a second the largest document can be told: whole, packed, and to who has it already.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openConnection } from '../support/connection.ts'
import { printFigure, rounded, withDatabase } from '../support/engine.ts'
import type { GrowthSizes } from './law.ts'

const path = '/openapi.json'
const connections = 8
const measuredMs = 1_500
const bar = 2_000

export async function benchDocuments(_: GrowthSizes): Promise<void> {
  await withDatabase(async (database) => {
    const script = fileURLToPath(new URL('../support/hostile-target-child.ts', import.meta.url))
    const child = fork(script, [database.url], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    try {
      const [{ port }] = (await once(child, 'message')) as [{ port: number }]
      const origin = `http://127.0.0.1:${port}`
      const etagOf = async (headers: Record<string, string>) => (await fetch(origin + path, { headers })).headers.get('etag')!
      const asked = {
        whole: { 'accept-encoding': 'identity' },
        packed: { 'accept-encoding': 'br' },
        'known already': { 'accept-encoding': 'br', 'if-none-match': await etagOf({ 'accept-encoding': 'br' }) },
      }
      for (const [how, headers] of Object.entries(asked)) {
        await ask(origin, headers, 300)
        const { perSecond, bytes, status } = await ask(origin, headers, measuredMs)
        const verdict = how === 'whole' ? {} : { bar: `at least ${bar}/s`, is_met: perSecond >= bar }
        printFigure({ growth: `${path}, ${how}`, status, bytes, per_second: rounded(perSecond, 0), ...verdict })
      }
    } finally {
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    }
  })
}

async function ask(origin: string, headers: Readonly<Record<string, string>>, ms: number) {
  const until = performance.now() + ms
  let [answers, bytes, status] = [0, 0, 0]
  const worker = async () => {
    const connection = await openConnection(origin)
    while (performance.now() < until) {
      const answer = await connection.get(path, headers)
      ;[bytes, status] = [answer.body.length, answer.status]
      answers++
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return { perSecond: answers / (ms / 1_000), bytes, status }
}
