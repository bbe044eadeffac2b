// A reader of contracts that exist only in a table: what each address answers to each call.
import type { Hex } from 'viem'
import type { PinnedReader, Question, View } from '../../../ingestors/chains/pinned.ts'

export type Contracts = Readonly<Record<string, (view: View<unknown>, args: readonly unknown[]) => unknown>>

/** Null, as for a contract that refuses, where the table has nothing. */
export function createFakeReader(contracts: Contracts): PinnedReader & { readonly asked: Question<any>[] } {
  const asked: Question<any>[] = []
  const ask = ({ view, to, args }: Question<any>) => contracts[to]?.(view, args) ?? null
  return {
    asked,
    block: { number: 1, hash: '0x1' as Hex, parent: '0x0' as Hex, time: new Date(0) } as PinnedReader['block'],
    async answer<T>(questions: readonly Question<T>[]) {
      asked.push(...questions)
      return questions.map((question) => ask(question) as T | null)
    },
    async must<T>(questions: readonly Question<T>[]) {
      return questions.map((question) => ask(question) as T)
    },
  }
}
