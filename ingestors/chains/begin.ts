// The first step on a chain, and the way back to it when the chain under an id is another one: take back all facts, begin anew.
import { type BlockName, beginChain } from '../../db/chains/checkpoints.ts'
import { forgetSubjects, listSome } from '../../db/chains/subjects.ts'
import type { Header } from './header.ts'
import type { Step, StepContext } from './step.ts'

const chunk = 500

export async function begin(context: StepContext, genesis: Header, head: Header): Promise<Step> {
  const { chain, source, database, place } = context
  const firstBlock = Math.min(source.scan?.firstBlock ?? head.number, head.number)
  const before: BlockName = firstBlock === 0 ? beforeGenesis(genesis) : await chain.header(firstBlock - 1)
  await database.transaction((connection) => beginChain(connection, place, genesis.hash, before))
  return { block: before.number, blockTime: null, head: head.number, appended: 0, read: 0, more: true }
}

export async function startOver(context: StepContext, genesis: Header, head: Header): Promise<Step> {
  const { follower, database, place, log, logger } = context
  for (;;) {
    const some = await listSome(database.pool, place, chunk)
    if (some.length === 0) break
    for (const [name, subjects] of Map.groupBy(some, (subject) => subject.topic)) {
      const keys = subjects.map((subject) => subject.key)
      const topic = follower.topics.find((one) => one.name === name)
      if (topic !== undefined) await log.remove(topic, keys)
      await database.transaction((connection) => forgetSubjects(connection, place, name, keys))
    }
  }
  context.memory.refreshedAt = null
  logger.info({ genesis: genesis.hash }, 'another chain answers under this id; it is read from its start')
  return begin(context, genesis, head)
}

function beforeGenesis(genesis: Header): BlockName {
  return { number: -1, hash: genesis.parent, parent: genesis.parent }
}
