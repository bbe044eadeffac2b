// A local chain as depth reads it: one call to a question, with what a batch of them would answer.
import type { Hex } from 'viem'
import type { Chain } from '../../../devnet/lending/chain.ts'
import type { PinnedReader } from '../../../ingestors/chains/pinned.ts'

const atOnce = 200

export function readerOf(chain: Chain): PinnedReader {
  const answer: PinnedReader['answer'] = async (questions) => {
    const answers = []
    for (let from = 0; from < questions.length; from += atOnce) {
      const some = questions.slice(from, from + atOnce).map(async ({ view, to, args }) => {
        try {
          const data = await chain.request<Hex>('eth_call', { to, data: view.encode(args) }, 'latest')
          return data === '0x' ? null : view.decode(data)
        } catch {
          return null
        }
      })
      answers.push(...(await Promise.all(some)))
    }
    return answers
  }
  const block = { number: 1, hash: '0x1', parent: '0x0', time: new Date(0) } as unknown as PinnedReader['block']
  return { block, answer, must: answer as never }
}
