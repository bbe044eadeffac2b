// Each mistake in Move beside its mended twin: the one is found on its line, the other is not.
import { expect, test } from 'vitest'
import { analyseMove } from '../../../processors/jobs/audit/move/engine.ts'
import { moveRules } from '../../../processors/jobs/audit/move/rules/index.ts'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'
import { aptosTwins } from '../../support/move-twins-aptos.ts'
import { openTwins } from '../../support/move-twins-open.ts'
import { suiTwins } from '../../support/move-twins-sui.ts'
import { unaskedTwins } from '../../support/move-twins-unasked.ts'
import { valueTwins } from '../../support/move-twins-values.ts'

const found = (text: string) => {
  const files = [{ path: 'till.move', text }]
  return findingsOf(analyseMove(files), files, moveRules)
}
const linesOf = (detector: string, text: string) =>
  found(text)
    .flatMap((one) => (one.detector === detector ? [one.line_start] : []))
    .sort((a, b) => a - b)
const twins = [...suiTwins, ...aptosTwins, ...valueTwins, ...unaskedTwins, ...openTwins]

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

test('a resource of the caller’s own does not open what lies at another address', () => {
  const purse = (body: string) =>
    `module own::purse { use std::signer; use std::vector; struct Purse has key { balance: u64 } struct Book has key { users: vector<address> }\n${body}\n}\n`
  const linesOf = (detector: string, body: string) =>
    found(purse(body)).flatMap((one) => (one.detector === detector ? [one.line_start] : []))
  const merge = (from: string) =>
    `public entry fun merge(account: &signer, other: address) acquires Purse { let mine = signer::address_of(account); let Purse { balance } = move_from<Purse>(${from}); let own = borrow_global_mut<Purse>(mine); own.balance = own.balance + balance; }`
  expect(linesOf('open-account', merge('other'))).toEqual([2])
  expect(linesOf('open-account', merge('mine'))).toEqual([])
  const note = (check: string) =>
    `public entry fun note(account: &signer, who: address) acquires Book { ${check} let book = borrow_global_mut<Book>(@own); vector::push_back(&mut book.users, who); }`
  expect(linesOf('unused-signer', note(''))).toEqual([2])
  expect(linesOf('unused-signer', note('assert!(signer::address_of(account) == @own, 1);'))).toEqual([])
})

test('what a signer moves under its own address starts nothing for others', () => {
  const start =
    'module own::purse { use std::signer; struct Purse has key { balance: u64 }\npublic entry fun initialize(account: &signer) { move_to(account, Purse { balance: 0 }); }\n}\n'
  const severities = found(start).flatMap((one) => (one.detector === 'open-initialisation' ? [one.severity] : []))
  expect(severities).toEqual(['low'])
})
