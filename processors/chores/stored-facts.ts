// Lets go of stored facts that no formula reads: superseded revisions, and what lies before every selection's days.
import type { Database } from '../../db/client.ts'
import { dropUnreadFacts, type FactPlace, firstPlace, readFactPage } from '../../db/facts/observation-pages.ts'
import type { Service } from '../kit/define.ts'
import type { Chore } from './define.ts'

const factsAtOnce = 2_000
const dayMs = 86_400_000
// Beyond what is selected today, so that a formula that looks a little further back tomorrow finds it.
const spareDays = 31

interface NewestFact {
  readonly topic: string
  readonly key: string
  readonly observedAt: Date
  readonly value: string
}

export function storedFactsChore({ pool }: Database, services: readonly Service[]): Chore {
  let after: FactPlace = firstPlace
  return {
    name: 'stored facts',
    everyMinutes: 360,
    async batch() {
      const { last, newest } = await readFactPage(pool, after, factsAtOnce)
      if (last === null) {
        after = firstPlace
        return 0
      }
      const readFrom = newest.flatMap((fact) => {
        const days = daysRead(services, fact)
        return days === null ? [] : [{ ...fact, from: new Date(fact.observedAt.getTime() - (days + spareDays) * dayMs) }]
      })
      await dropUnreadFacts(pool, { after, last }, readFrom)
      after = last
      return factsAtOnce
    },
  }
}

/** How many days back from its key's newest fact any formula reads; null: all of them, or nobody can say. */
export function daysRead(services: readonly Service[], { topic, key, value }: NewestFact): number | null {
  let most: number | null = null
  for (const service of services.filter(({ reads }) => reads.some(({ name }) => name === topic))) {
    const serviceKeys = service.affected([{ topic, key, value: JSON.parse(value) as unknown }])
    const selections = serviceKeys
      .flatMap((serviceKey) => service.selects(serviceKey))
      .filter((selection) => selection.topic.name === topic && (selection.keys?.includes(key) ?? true))
    for (const { days } of selections) {
      if (days === undefined) return null
      most = Math.max(most ?? 0, days)
    }
  }
  return most
}
