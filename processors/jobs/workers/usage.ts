// What a process and all of its group have used so far, as the kernel counts it; null where it does not tell.
import { readdir, readFile } from 'node:fs/promises'

export type Usage = { readonly cpuMs: number; readonly rssBytes: number }

// USER_HZ and the page size are the same on every Linux that Node runs on.
const msPerTick = 10
const pageBytes = 4_096

export async function usageOf(pid: number, withGroup: boolean): Promise<Usage | null> {
  const own = await statOf(String(pid))
  if (own === null) return null
  let { cpuMs, rssBytes } = own
  if (!withGroup) return { cpuMs, rssBytes }
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || name === String(pid)) continue
    const other = await statOf(name)
    if (other === null || other.group !== pid) continue
    cpuMs += other.cpuMs
    rssBytes += other.rssBytes
  }
  return { cpuMs, rssBytes }
}

async function statOf(pid: string): Promise<(Usage & { group: number }) | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  if (text === null) return null
  // The name before may hold anything, brackets and blanks too.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // Its own time and that of the children it has waited for.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { group: Number(fields[2]), cpuMs: ticks * msPerTick, rssBytes: Number(fields[21]) * pageBytes }
}
