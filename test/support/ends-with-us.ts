// Ends an engine whose suite was killed before it could do so itself: a shell reads from a pipe of ours, which ends however we end.
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** Returns what to call when it was ended otherwise: its number may be another's by then. */
export function endsWithUs(pid: number, signal: 'INT' | 'KILL'): () => void {
  const watcher = spawn('sh', ['-c', `read -r _; kill -s ${signal} ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Not meant by a Ctrl-C that ends us.
    detached: true,
  })
  watcher.unref()
  ;(watcher.stdin as Socket).unref()
  return () => void watcher.kill('SIGKILL')
}
