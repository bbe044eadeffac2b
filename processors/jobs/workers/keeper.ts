// Outlives the program by a moment: when it is gone, however it went, its workers' groups are killed and their scratch is removed.
import { spawn } from 'node:child_process'

export interface Keeper {
  watch(group: number): void
  forget(group: number): void
  close(): Promise<void>
}

// The end of its input is the end of the program: nothing else can close the pipe.
const script = `groups=""
while read -r what group; do
  case "$what" in
    watch) groups="$groups $group" ;;
    forget) kept=""; for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done; groups="$kept" ;;
  esac
done
for one in $groups; do kill -s KILL -- "-$one" 2>/dev/null; done
exec /bin/rm -rf -- "$1"`

export function startKeeper(scratch: string): Keeper {
  const child = spawn('/bin/sh', ['-c', script, 'tollgate-keeper', scratch], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
    cwd: '/',
  })
  // A keeper that fails leaves what it was a second guard for; the start of the next program sweeps.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()))
  child.unref()
  const { stdin } = child
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  return {
    watch: (group) => void stdin.write(`watch ${group}\n`),
    forget: (group) => void stdin.write(`forget ${group}\n`),
    async close() {
      stdin.end()
      child.ref()
      await ended
    },
  }
}
