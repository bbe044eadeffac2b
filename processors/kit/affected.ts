// The usual answer to which keys a batch touches: the one key, when any record is of its selections.
import type { ReadRecord, Selection } from './define.ts'

export function isSelected(record: Pick<ReadRecord, 'topic' | 'key'>, selections: readonly Selection[]): boolean {
  return selections.some(({ topic, keys }) => topic.name === record.topic && (keys === undefined || keys.includes(record.key)))
}

export const affectsOne = (key: string, selections: readonly Selection[]) => (records: readonly ReadRecord[]) =>
  records.some((record) => isSelected(record, selections)) ? [key] : []
