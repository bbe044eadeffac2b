// How a worker is shut in: another user, no network, kernel limits, an end with its starter; as much of it as this machine allows.
import { spawn } from 'node:child_process'
import { findProgram } from '../convert/process/find-program.ts'

export type ConfinementState = {
  /** other: a user of its own for each worker, who owns nothing. */
  readonly user: 'other' | 'own'
  readonly network: 'none' | 'shared'
  readonly ends_with_starter: 'by_kernel' | 'by_keeper'
}

export interface Confinement {
  readonly state: ConfinementState
  /** The user of the worker in this place; null where it is the program's own. */
  userOf(place: number): number | null
  command(place: number, limits: { dataMb: number }, program: readonly string[]): string[]
}

// No account has these numbers, so nothing belongs to them.
const firstUser = 64_100
// A warm worker is replaced long before: this ends one that nobody watches any more.
const cpuSeconds = 3_600
const limited =
  'unset PWD OLDPWD _ SHLVL; ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; ulimit -n 256 2>/dev/null; shift 2; exec "$@"'

type Way = { state: ConfinementState; prefix: (user: number) => string[] }

/** The first way that can start the given program and read what it needs. */
export async function findConfinement(mustRead: string): Promise<Confinement> {
  for (const way of ways()) {
    const trial = ['/bin/sh', '-c', 'test -r "$1" && test -x "$2"', 'sh', mustRead, process.execPath]
    if (await succeeds([...way.prefix(firstUser), ...trial])) return confinementOf(way)
  }
  return confinementOf(unconfined)
}

/** What is missing of it on this machine, and what brings it; null where nothing is. */
export function describeWeakness({ user, network }: ConfinementState): { seen: string; todo: string } | null {
  if (user === 'other' && network === 'none') return null
  const shared = [...(user === 'own' ? ["this program's user"] : []), ...(network === 'shared' ? ['the network'] : [])]
  const reach =
    user === 'own' ? ' a worker that is broken into could read what this user may read' : ' a broken one could call out'
  return {
    seen: `workers for what strangers send share ${shared.join(' and ')}:${reach}`,
    todo: 'install util-linux (setpriv, unshare) and start as root or allow user namespaces; or give the gateway a user of its own and a firewall',
  }
}

export const unconfined: Way = {
  state: { user: 'own', network: 'shared', ends_with_starter: 'by_keeper' },
  prefix: () => [],
}

export function confinementOf({ state, prefix }: Way): Confinement {
  const userOf = (place: number) => (state.user === 'other' ? firstUser + place : null)
  return {
    state,
    userOf,
    command: (place, { dataMb }, program) => [
      '/bin/sh',
      '-c',
      limited,
      'sh',
      String(dataMb * 1024),
      String(cpuSeconds),
      ...prefix(firstUser + place),
      ...program,
    ],
  }
}

function ways(): Way[] {
  const [unshare, setpriv] = [findProgram('unshare'), findProgram('setpriv')]
  if (setpriv === null) return []
  const isRoot = process.getuid?.() === 0
  const bound = [setpriv, '--no-new-privs', '--pdeathsig', 'KILL']
  const other = (user: number) => {
    const ids = ['--reuid', String(user), '--regid', String(user), '--clear-groups']
    return [...bound, ...ids, '--inh-caps=-all', '--bounding-set=-all', '--']
  }
  const own = () => [...bound, '--']
  const way = (user: 'other' | 'own', network: 'none' | 'shared', prefix: (user: number) => string[]): Way => ({
    state: { user, network, ends_with_starter: 'by_kernel' },
    prefix,
  })
  const alone =
    unshare === null ? null : isRoot ? [unshare, '--net', '--'] : [unshare, '--user', '--map-current-user', '--net', '--']
  return [
    ...(isRoot && alone !== null ? [way('other', 'none', (user) => [...alone, ...other(user)])] : []),
    ...(isRoot ? [way('other', 'shared', other)] : []),
    ...(alone === null ? [] : [way('own', 'none', () => [...alone, ...own()])]),
    way('own', 'shared', own),
  ]
}

function succeeds([program, ...args]: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const trial = spawn(program!, args, { stdio: 'ignore', env: {}, timeout: 5_000, killSignal: 'SIGKILL' })
    trial.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0))
  })
}
