// Every attack by its file's name, and what becomes of each against the program of one folder.
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../../../base/errors.ts'
import type { Attack, Finding, Own, StartAttack, World } from './attack.ts'
import { sign } from './payment.ts'
import { type Program, startProgram, untilOpen } from './program.ts'
import { meet, plainPath } from './world.ts'

export type Named = { readonly name: string; readonly attack: Attack | StartAttack }
export type Result = Finding & { readonly name: string; readonly row: string; readonly title: string }

const folderOfAttacks = new URL('list/', import.meta.url)

export async function loadAttacks(): Promise<Named[]> {
  const names = readdirSync(folderOfAttacks).map((file) => file.slice(0, -3))
  const load = async (name: string): Promise<Named> => ({ name, attack: (await import(`./list/${name}.ts`)).default })
  const all = await Promise.all(names.map(load))
  return all.sort((a, b) => orderOf(a).localeCompare(orderOf(b)))
}

const orderOf = ({ attack: { row }, name }: Named): string => `${row.replace(/\d+/, (n) => n.padStart(3, '0'))} ${name}`

export async function runAttacks(folder: string, attacks: readonly Named[], tell: (result: Result) => void): Promise<void> {
  let shared = null as Program | null
  try {
    for (const { name, attack } of attacks) {
      const described = { name, row: attack.row, title: attack.title }
      const end = async (): Promise<Finding> => {
        if ('start' in attack) return attack.start((env) => startOnce(folder, env))
        if (attack.own !== undefined) return runAlone(folder, attack)
        shared ??= await open(folder, {})
        return runOne(attack, await meet(shared))
      }
      // One attack that cannot be made keeps no other from being made.
      const finding = await end().catch((error: unknown) => ({ got: `not run: ${messageOf(error).slice(0, 300)}`, isHeld: null }))
      tell({ ...described, ...finding })
    }
  } finally {
    await shared?.stop()
  }
}

export async function runOne(attack: Attack, world: World): Promise<Finding> {
  const finding = await attack.run(world)
  return { ...finding, charged: finding.charged ?? `$${(Number(await world.income()) / 1e6).toFixed(2)}` }
}

async function runAlone(folder: string, attack: Attack): Promise<Finding> {
  const own: Own = typeof attack.own === 'function' ? await attack.own() : { env: attack.own!, stop: async () => undefined }
  let program: Program | null = null
  try {
    program = await open(folder, own.env)
    return await runOne(attack, await meet(program))
  } finally {
    await program?.stop()
    await own.stop()
  }
}

// Few sources, so that a start is short: the route that any attack may buy is made of these.
const few = { ONLY_SOURCES: 'treasury-yields,nyfed-rates,fed-ebp,ofr-fsi,fred', INGEST_JITTER_SECONDS: '0' }

async function open(folder: string, env: Readonly<Record<string, string>>): Promise<Program> {
  const program = await startProgram(folder, { ...few, ...env })
  try {
    if (!(await untilOpen(program, [plainPath]))) throw new Error(`it ended at its start:\n${program.output().slice(-2_000)}`)
    await untilSold(await meet(program))
    return program
  } catch (error) {
    await program.stop()
    throw error
  }
}

// Before an honest payer gets an answer, an attacker who gets none shows nothing.
async function untilSold({ payer, headers, get, terms }: World): Promise<void> {
  const account = await payer()
  const deadline = performance.now() + 120_000
  for (;;) {
    const { status, text } = await get(headers(await sign(terms, account)))
    if (status === 200) return
    if (performance.now() > deadline) throw new Error(`an honest payer gets ${status}: ${text.slice(0, 300)}`)
    await wait(300)
  }
}

async function startOnce(folder: string, env: Record<string, string>) {
  const program = await startProgram(folder, env)
  try {
    const listens = await Promise.race([untilOpen(program, []), wait(60_000, false, { ref: false })])
    return { listens, output: program.output() }
  } finally {
    await program.stop()
  }
}
