// Sorts a batch's records into facts, removals and dead letters, before anything touches the database.
import { Compile, type Validator } from 'typebox/compile'
import { messageOf } from '../../base/errors.ts'
import type { StoredFact } from '../facts/observations.ts'
import type { LogRecord } from '../log/port.ts'
import type { Topic } from '../log/topic.ts'
import type { DeadLetter } from './dead-letters.ts'

export interface ReadRecord<V = any> {
  readonly topic: string
  readonly key: string
  /** null where the record says that the key's facts are gone. */
  readonly value: V | null
}

/** A fact with its record's text and what that text says, so that nobody parses it twice. */
export interface SortedFact extends StoredFact {
  readonly parsed: unknown
}

interface Removal {
  readonly key: string
  readonly belowOffset: bigint
}

export interface SortedBatch {
  readonly facts: readonly SortedFact[]
  readonly removals: readonly Removal[]
  readonly read: readonly ReadRecord[]
  readonly dead: readonly DeadLetter[]
}

const validators = new WeakMap<object, Validator>()

function validatorOf(topic: Topic<any>): Validator {
  const known = validators.get(topic.schema)
  if (known !== undefined) return known
  const compiled = Compile(topic.schema) as unknown as Validator
  validators.set(topic.schema, compiled)
  return compiled
}

const sortedOf = new WeakMap<readonly LogRecord[], { readonly topic: Topic<any>; readonly sorted: SortedBatch }>()

/** Several groups of a process may be handed the same records; they are read once, and nothing of it is changed. */
export function sortBatch(group: string, topic: Topic<any>, records: readonly LogRecord[]): SortedBatch {
  const known = sortedOf.get(records)
  const sorted = known?.topic === topic ? known.sorted : sortRecords(group, topic, records)
  if (sorted !== known?.sorted) sortedOf.set(records, { topic, sorted })
  return { ...sorted, dead: sorted.dead.map((letter) => ({ ...letter, group })) }
}

function sortRecords(group: string, topic: Topic<any>, records: readonly LogRecord[]): SortedBatch {
  const sorted = { facts: [] as SortedFact[], removals: [] as Removal[], read: [] as ReadRecord[], dead: [] as DeadLetter[] }
  const taken = new Map<string, Map<string, string>>()
  const gone = new Map<string, bigint>()
  for (const record of records) {
    if (record.value === null) {
      sorted.removals.push({ key: record.key, belowOffset: record.offset })
      gone.set(record.key, record.offset)
      // What was said before it neither stands in the way of the same said again, nor contradicts another value.
      taken.delete(record.key)
      sorted.read.push({ topic: topic.name, key: record.key, value: null })
      continue
    }
    const checked = check(topic, record.value)
    if ('reason' in checked) {
      sorted.dead.push(deadLetter(group, record, checked.reason))
      continue
    }
    const fact = {
      topic: topic.name,
      key: record.key,
      ...checked,
      value: record.value,
      partition: record.partition,
      offset: record.offset,
    }
    const identity = `${fact.observedAt.getTime()} ${fact.revision}`
    const own = taken.get(fact.key) ?? new Map<string, string>()
    taken.set(fact.key, own)
    const earlier = own.get(identity)
    if (earlier !== undefined && earlier !== record.value) {
      sorted.dead.push(deadLetter(group, record, conflict))
      continue
    }
    if (earlier === undefined) sorted.facts.push(fact)
    own.set(identity, record.value)
    sorted.read.push({ topic: topic.name, key: record.key, value: checked.parsed })
  }
  return gone.size === 0
    ? sorted
    : { ...sorted, facts: sorted.facts.filter(({ key, offset }) => offset > (gone.get(key) ?? -1n)) }
}

export const conflict = 'another value is already known for this key and time under the same revision'

export function deadLetter(group: string, record: Omit<LogRecord, 'appendedAt'>, reason: string): DeadLetter {
  return {
    group,
    topic: record.topic,
    partition: record.partition,
    offset: record.offset,
    key: record.key,
    value: record.value,
    reason,
  }
}

type Checked = { observedAt: Date; revision: bigint; parsed: unknown }

function check(topic: Topic<any>, text: string): Checked | { reason: string } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    return { reason: `not JSON: ${messageOf(error)}` }
  }
  const validator = validatorOf(topic)
  if (!validator.Check(parsed)) {
    const [first] = validator.Errors(parsed)
    return { reason: `does not fit ${topic.name}: ${first?.instancePath || '/'} ${first?.message ?? 'is not valid'}` }
  }
  try {
    const observedAt = topic.observedAt(parsed)
    if (Number.isNaN(observedAt.getTime())) return { reason: 'its observation time is not a time' }
    const revision = topic.revision(parsed)
    if (BigInt.asIntN(64, revision) !== revision) return { reason: 'its revision is too large a number' }
    return { observedAt, revision, parsed }
  } catch (error) {
    return { reason: `cannot be dated: ${messageOf(error)}` }
  }
}
