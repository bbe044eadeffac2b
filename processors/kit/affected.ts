// Whether a batch's record is one that a key's rows are made of.
import type { ReadRecord, Selection } from './define.ts'

export function isSelected(record: Pick<ReadRecord, 'topic' | 'key'>, selections: readonly Selection[]): boolean {
  return selections.some(({ topic, keys }) => topic.name === record.topic && (keys === undefined || keys.includes(record.key)))
}
