// Every source polled once, as this world polls it: the upstream, a recording, or the source's own sample.

import type { Config } from '../../app/config/index.ts'
import { systemClock } from '../../base/clock.ts'
import { isUnreached } from '../../base/unreached.ts'
import { lateSeries } from '../../db/facts/late-series.ts'
import type { Ingestor } from '../../ingestors/define.ts'
import { choosePolled } from '../../ingestors/index.ts'
import { mergeNewest, watchSeries } from '../../ingestors/lateness.ts'
import { openUpstream, pollRows } from '../source/poll-values.ts'
import { examine, type Finding } from './finding.ts'

const pollMs = 120_000
const atOnce = 4

export async function examineSources(config: Config, done: (finding: Finding, of: number) => void): Promise<Finding[]> {
  const { on, off } = await choosePolled(config)
  const findings: Finding[] = []
  const tell = (finding: Finding) => {
    findings.push(finding)
    done(finding, on.length + off.size)
  }
  for (const [name, seen] of off) tell({ part: 'source', name, state: 'off', seen, todo: todoFor(seen) })
  const at = config.recorded?.at ?? systemClock.now()
  const isLive = config.world === 'live'
  const upstream = await openUpstream({ config, isLive, files: config.recorded === null ? [] : [config.recorded.folder], at })
  const waiting = [...on]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const source = next
      tell(
        await examine(
          { part: 'source', name: source.source },
          (seen) => todoAfter(seen, source.source, config),
          () => poll(source, config, { http: upstream.http, at, isLive }),
          pollMs,
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await upstream.close()
  return findings.sort((a, b) => (a.name < b.name ? -1 : 1))
}

type Poll = { http: Parameters<typeof pollRows>[1]; at: Date; isLive: boolean }

async function poll(source: Ingestor, { keys }: Config, { http, at, isLive }: Poll) {
  const startedAt = performance.now()
  const { values, aside } = await pollRows(source, http, keys, { isLive, key: undefined, at })
  const newest = Math.max(...values.map((value) => source.topic.observedAt(value).getTime()))
  const ms = Math.round(performance.now() - startedAt)
  const [first] = aside
  const seen = `${values.length} values, newest ${new Date(newest).toISOString().slice(0, 16)}Z, ${ms} ms`
  const late = lateSeries(watchSeries(source, mergeNewest(source.topic, new Map(), values)), at)
  if (late.length > 0) {
    const [{ key, newest_at, age_days }] = late as [(typeof late)[number]]
    const which = key === '*' ? '' : `${key} `
    const todo = `${which}has not moved since ${newest_at.slice(0, 10)}, ${age_days} days: over twice as long as it should`
    return { seen: `late, ${seen}`, todo, isRemarkable: true as const }
  }
  if (first === undefined) return { seen }
  return {
    seen: `${aside.length} set aside, ${seen}`,
    todo: `${first.what.slice(0, 40)}: ${first.reason}`,
    isRemarkable: true as const,
  }
}

function todoAfter(seen: string, source: string, { world, recorded }: Config): string {
  if (isUnreached(seen)) return 'can this machine reach it? a name server, proxy or firewall may stand between; else later'
  if (world === 'live') return `npm run record -- ${source} shows what changed`
  if (seen.includes('not recorded:')) return `npm run record -- ${source} --folder ${recorded?.folder}, where there is internet`
  return 'its recording or sample does not fit its parser'
}

function todoFor(reason: string): string {
  const needs = /^needs (.+)$/.exec(reason)?.[1]
  return needs === undefined ? '' : `set ${needs} to have it`
}
