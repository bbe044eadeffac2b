// Runs the local chain program and makes sure that it never outlives this process.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { TollgateError } from '../base/errors.ts'
import { developmentMnemonic } from './accounts.ts'
import { choosePrivatePlace } from './private-place.ts'
import { createRpc, type Rpc } from './rpc.ts'

export type Anvil = { readonly url: string; readonly rpc: Rpc; stop(): Promise<void> }

// What fails shows at once; anything slower is a busy machine.
const startDeadlineMs = 90_000
// Hundreds of calls are read or sent at once.
const blockGas = 1_000_000_000
// A day and more at the market's pace of a block every five seconds or so; older blocks lose their transactions and logs.
const blocksWithTransactions = 25_000
// How far back a read may be pinned. Each state is a copy of all: this is what bounds the program's memory.
const statesKept = 32
const packages: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** Listens where only those find it who are told; it obeys whoever does. */
export async function startAnvil(options: { chainId: number }): Promise<Anvil> {
  const { host, port } = await choosePrivatePlace()
  const flags = ['--silent', '--no-cors', '--host', host, '--port', port, '--chain-id', options.chainId, '--accounts', 20]
  // A chain goes by its first block's hash; two that begin in one second would have the same one.
  const gasLimit = blockGas + randomInt(1_000_000)
  const history = ['--gas-limit', gasLimit, '--prune-history', statesKept, '--transaction-block-keeper', blocksWithTransactions]
  const child = spawnTied(findAnvil(), [...flags, ...history, '--mnemonic', developmentMnemonic].map(String))
  const url = `http://${host}:${port}`
  const rpc = createRpc(url)
  const deadline = Date.now() + startDeadlineMs
  while (!(await answers(rpc))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new TollgateError('chain_unavailable', 'The local chain did not start.')
    }
    await wait(25)
  }
  return {
    url,
    rpc,
    async stop() {
      if (child.exitCode !== null) return
      const gone = new Promise((done) => child.once('exit', done))
      child.stdin?.end()
      child.kill('SIGTERM')
      await gone
    },
  }
}

// The shell holds the read end of our pipe: when we die in any way, even by kill -9, it reads the end and stops the chain.
function spawnTied(binary: string, args: string[]): ChildProcess {
  if (process.platform === 'win32') return spawn(binary, args, { stdio: ['pipe', 'ignore', 'ignore'] })
  const script =
    'exec 3<&0; "$0" "$@" 3<&- </dev/null & chain=$!; trap "kill $chain; exit" TERM INT; ' +
    '(read -r _ <&3; kill $chain 2>/dev/null) & exec 3<&-; wait $chain'
  return spawn('sh', ['-c', script, binary, ...args], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
}

function findAnvil(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${packages[process.arch] ?? process.arch}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
  } catch (error) {
    throw new TollgateError('chain_unavailable', `The local chain has no build for this system (${name}).`, { cause: error })
  }
}

async function answers(rpc: Rpc): Promise<boolean> {
  try {
    await rpc('eth_chainId')
    return true
  } catch {
    return false // not listening yet; the caller asks again until its deadline
  }
}
