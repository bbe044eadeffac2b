// A local chain of the test's own, on a free port, gone when the test is done.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const startTries = 200
const startPauseMs = 25

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
  const options = ['--port', String(port), '--host', '127.0.0.1', '--silent', '--gas-limit', '1000000000', '--accounts', '1']
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
  for (let i = 0; i < startTries; i++) {
    if (child.exitCode !== null) throw new Error(`anvil stopped with code ${child.exitCode}`)
    const answered = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      (r) => r.ok,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, startPauseMs))
  }
  throw new Error('anvil does not answer')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
