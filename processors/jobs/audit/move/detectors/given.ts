// Whether the caller gave a value, and the lines of what happened as the function that was called shows them.
import type { Entry } from '../context.ts'
import type { Fact, Origins } from '../flow.ts'

export const isParam = (origins: Origins): boolean => [...origins].some((one) => one.startsWith('param:'))

export const span = (fact: Fact, fn: Entry['fn']): { line: number; end: number } => (fact.fn === fn ? fact.node : fn.item)
