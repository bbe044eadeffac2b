// An API with every service in a process of its own, over a given database, and the terms of its cheapest read.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const paidPath = '/api/rates/rates'

export interface PaidApi {
  readonly origin: string
  readonly terms: { readonly payTo: string; readonly amount: string }
  cpuMs(): Promise<number>
  close(): Promise<void>
}

/** `settles`: how many a second its facilitator settles; 0: as many as come. */
export async function openPaidApi(databaseUrl: string, settles = 0): Promise<PaidApi> {
  const script = fileURLToPath(new URL('./hostile-target-child.ts', import.meta.url))
  const child = fork(script, [databaseUrl, String(settles)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the API ended with ${code}`)))
  failed.catch(() => undefined) // told to whom asks next
  const said = async <T>() => (await Promise.race([once(child, 'message'), failed]))[0] as T
  const { port } = await said<{ port: number }>()
  const origin = `http://127.0.0.1:${port}`
  const { headers } = await fetch(origin + paidPath)
  const [terms] = JSON.parse(Buffer.from(headers.get('payment-required')!, 'base64').toString()).accepts
  return {
    origin,
    terms,
    async cpuMs() {
      child.send('cpu')
      return (await said<{ cpuMicros: number }>()).cpuMicros / 1_000
    },
    async close() {
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
