// Who was started by whom, as the kernel has it: to find what a program leaves behind.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface RunningProcess {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly uid: number
  readonly command: string
}

export function listProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        // Z: it has ended, and nobody has looked yet.
        if (state === 'Z') return []
        const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'latin1'))?.[1])
        const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
        return [{ pid: Number(name), parent: Number(parent), group: Number(group), uid, command }]
      } catch {
        return [] // it ended meanwhile
      }
    })
}

export function descendantsOf(pid: number): RunningProcess[] {
  const all = listProcesses()
  const found: RunningProcess[] = []
  const seek = (parent: number) => {
    for (const one of all) {
      if (one.parent !== parent || found.includes(one)) continue
      found.push(one)
      seek(one.pid)
    }
  }
  seek(pid)
  return found
}

export const workersOf = (pid: number): RunningProcess[] =>
  descendantsOf(pid).filter(({ command }) => command.includes('worker-child.ts') && !command.startsWith('/bin/sh'))

export const networkOf = (pid: number): string => readlinkSync(`/proc/${pid}/ns/net`)
export const environmentOf = (pid: number): string => readFileSync(`/proc/${pid}/environ`, 'latin1')
