// A local chain of the test's own, on a free port, gone when the test is done.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { freePort } from '../../../db/embedded/free-port.ts'
import { until } from '../until.ts'

const require = createRequire(import.meta.url)

export type LocalAnvil = { readonly url: string; stop(): Promise<void> }

// Null where this platform has no binary among the installed packages.
export function anvilBinary(): string | null {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const platform = process.platform === 'win32' ? 'win32' : process.platform
  try {
    const folder = dirname(require.resolve(`@foundry-rs/anvil-${platform}-${arch}/package.json`))
    const file = join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    return existsSync(file) ? file : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

export async function startLocalAnvil(binary: string): Promise<LocalAnvil> {
  const port = await freePort()
  const options = [
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
    '--silent',
    '--gas-limit',
    '1000000000',
    '--accounts',
    '1',
    '--max-persisted-states',
    '0',
  ]
  const child = spawn(binary, options, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(url, child)
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  await until('anvil answers', () => {
    if (child.exitCode !== null) throw new Error(`anvil stopped with code ${child.exitCode}`)
    return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      (answer) => answer.ok,
      () => false,
    )
  })
}
