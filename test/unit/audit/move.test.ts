// Each mistake in Move beside its mended twin: the one is found on its line, the other is not.
import { expect, test } from 'vitest'
import { analyseMove } from '../../../processors/jobs/audit/move/engine.ts'
import { moveRules } from '../../../processors/jobs/audit/move/rules/index.ts'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'
import { aptosTwins } from '../../support/move-twins-aptos.ts'
import { suiTwins } from '../../support/move-twins-sui.ts'
import { valueTwins } from '../../support/move-twins-values.ts'

const found = (text: string) => {
  const files = [{ path: 'till.move', text }]
  return findingsOf(analyseMove(files), files, moveRules)
}
const linesOf = (detector: string, text: string) =>
  found(text)
    .flatMap((one) => (one.detector === detector ? [one.line_start] : []))
    .sort((a, b) => a - b)
const twins = [...suiTwins, ...aptosTwins, ...valueTwins]

test.each(twins)('$detector is found at line $line and not in its mended twin', ({ detector, line, broken, mended }) => {
  expect(linesOf(detector, broken)).toEqual([line])
  expect(linesOf(detector, mended)).toEqual([])
})

test('every rule has a twin that shows it, its words, its class number, and a name of its own', () => {
  expect(moveRules.map(({ id }) => id).sort()).toEqual([...new Set(twins.map(({ detector }) => detector))].sort())
  expect(new Set(moveRules.map(({ id }) => id)).size).toBe(moveRules.length)
  for (const { id, why, fix, cwe, confidence } of moveRules) {
    expect(why.length > 5 && fix.length > 5, id).toBe(true)
    expect(cwe, id).toMatch(/^CWE-\d+$/)
    expect(confidence).toBeGreaterThan(0)
  }
})

test('a check in another module of the project counts, and without that module it is not resolved', () => {
  const till = {
    path: 'till.move',
    text: `module own::till {
  use sui::coin::{Self, Coin}; use sui::balance::Balance; use sui::tx_context::TxContext; use own::gate;
  struct Till has key { id: UID, coins: Balance<SUI>, owner: address }
  fun init(ctx: &mut TxContext) { transfer::share_object(Till { id: object::new(ctx), coins: balance::zero(), owner: tx_context::sender(ctx) }) }
  public fun take(till: &mut Till, ctx: &mut TxContext): Coin<SUI> { gate::pass(till.owner, ctx); coin::take(&mut till.coins, 1, ctx) }
}`,
  }
  const gate = (body: string) => ({
    path: 'gate.move',
    text: `module own::gate { use sui::tx_context; public fun pass(owner: address, ctx: &TxContext) { ${body} } }`,
  })
  const named = (files: { path: string; text: string }[]) =>
    findingsOf(analyseMove(files), files, moveRules).map(({ detector }) => detector)
  expect(named([till, gate('assert!(tx_context::sender(ctx) == owner, 1);')])).not.toContain('open-withdrawal')
  expect(named([till, gate('assert!(owner != @0x0, 1);')])).toContain('open-withdrawal')
  expect(analyseMove([till]).unresolved).toEqual(['own::gate'])
})

test('the same source gets the same findings, in whatever order its files come', () => {
  const files = twins
    .slice(0, 12)
    .map(({ broken }, i) => ({ path: `f${i}.move`, text: broken.replace('own::till', `own::till${i}`) }))
  const first = JSON.stringify(findingsOf(analyseMove(files), files, moveRules))
  const turned = [...files].reverse()
  expect(JSON.stringify(findingsOf(analyseMove(turned), turned, moveRules))).toBe(first)
})

test('tests in the source are left out and named', () => {
  const text =
    '#[test_only] module own::till_tests { public fun spin() { loop {} } }\nmodule own::till { #[test] fun spin() { loop {} } }'
  expect(found(text)).toEqual([])
  expect(analyseMove([{ path: 'till.move', text }]).notExamined).toEqual(['till_tests: a test module'])
})
