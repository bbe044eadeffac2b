// Mistakes with numbers, loops and habits that Move on every chain shares, each with its mended twin.
import type { Twin } from './move-twins-sui.ts'

const inModule = (body: string) => `module own::till {\n${body}\n}\n`

export const valueTwins: readonly Twin[] = [
  {
    detector: 'divide-before-multiply',
    line: 2,
    broken: inModule('public fun share(all: u64, parts: u64, own: u64): u64 { all / parts * own }'),
    mended: inModule('public fun share(all: u64, parts: u64, own: u64): u64 { all * own / parts }'),
  },
  {
    detector: 'divide-before-multiply',
    line: 3,
    broken: inModule('public fun share(all: u64, parts: u64, own: u64): u64 {\nlet each = all / parts; own * each }'),
    mended: inModule('public fun rest(all: u64, parts: u64): u64 {\nlet each = all / parts; all - each * parts }'),
  },
  {
    detector: 'charge-rounds-to-nothing',
    line: 2,
    broken: inModule('public fun fee(amount: u64, bps: u64): u64 { amount * bps / 10000 }'),
    mended: inModule('public fun fee(amount: u64, bps: u64): u64 { (amount * bps + 9999) / 10000 }'),
  },
  {
    detector: 'shift-too-far',
    line: 2,
    broken: inModule('fun far(x: u64): u64 { x << 64 }'),
    mended: inModule('fun far(x: u64): u128 { (x as u128) << 64 }'),
  },
  {
    detector: 'shift-unchecked',
    line: 2,
    broken: inModule('public fun up(x: u64, by: u8): u64 { x << by }'),
    mended: inModule('public fun up(x: u64, by: u8): u64 { assert!(by < 64, 1); x << by }'),
  },
  {
    detector: 'shift-check-too-wide',
    line: 3,
    broken: inModule('public fun up(n: u256): u256 { let mask = 0xffffffffffffffff << 192;\nif (n > mask) abort 1; n << 64 }'),
    mended: inModule('public fun up(n: u256): u256 { let mask = 1 << 192;\nif (n >= mask) abort 1; n << 64 }'),
  },
  {
    detector: 'shift-loses-bits',
    line: 2,
    broken: inModule('public fun up(price: u64): u64 { price << 16 }'),
    mended: inModule('public fun up(price: u64): u64 { assert!(price < 65536, 1); price << 16 }'),
  },
  {
    detector: 'product-before-widening',
    line: 2,
    broken: inModule('fun area(a: u64, b: u64): u128 { (a * b) as u128 }'),
    mended: inModule('fun area(a: u64, b: u64): u128 { (a as u128) * (b as u128) }'),
  },
  {
    detector: 'unchecked-cast',
    line: 2,
    broken: inModule('public fun cut(x: u128): u64 { (x as u64) }'),
    mended: inModule('public fun cut(x: u128): u64 { assert!(x <= 18446744073709551615, 1); (x as u64) }'),
  },
  {
    detector: 'redundant-cast',
    line: 2,
    broken: inModule('public fun same(x: u64): u64 { (x as u64) }'),
    mended: inModule('public fun same(x: u8): u64 { (x as u64) }'),
  },
  {
    detector: 'deadline-without-limit',
    line: 2,
    broken: inModule('public fun until(now: u64, lock_duration: u64): u64 { now + lock_duration }'),
    mended: inModule(
      'public fun until(now: u64, lock_duration: u64): u64 { assert!(lock_duration <= 1000000, 1); now + lock_duration }',
    ),
  },
  {
    detector: 'compounds-without-limit',
    line: 2,
    broken: inModule(
      'public fun grow(x: u64, rate: u64, times: u64): u64 { let mut i = 0; let mut sum = x; while (i < times) { sum = sum * rate / 100; i = i + 1; }; sum }',
    ),
    mended: inModule(
      'public fun grow(x: u64, rate: u64, times: u64): u64 { assert!(times < 20, 1); let mut i = 0; let mut sum = x; while (i < times) { sum = sum * rate / 100; i = i + 1; }; sum }',
    ),
  },
  {
    detector: 'sum-in-limit',
    line: 2,
    broken: inModule('fun fits(had: u64, more: u64, most: u64) { assert!(had + more <= most, 1) }'),
    mended: inModule('fun fits(had: u64, more: u64, most: u64) { assert!(more <= most - had, 1) }'),
  },
  {
    detector: 'endless-loop',
    line: 2,
    broken: inModule('fun spin(n: u64) { let i = 0; while (i < n) { step() } }'),
    mended: inModule('fun spin(n: u64) { let i = 0; while (i < n) { step(); i = i + 1 } }'),
  },
  {
    detector: 'empty-loop',
    line: 2,
    broken: inModule('fun spin() { loop {} }'),
    mended: inModule('fun spin() { loop { break } }'),
  },
  {
    detector: 'code-zero',
    line: 2,
    broken: inModule('fun ask(ok: bool) { assert!(ok, 0) }'),
    mended: inModule('fun ask(ok: bool) { assert!(ok, ENotOk) }'),
  },
  {
    detector: 'assigns-itself',
    line: 2,
    broken: inModule('fun put(x: u64, y: u64): u64 { x = x; x + y }'),
    mended: inModule('fun put(x: u64, y: u64): u64 { x = y; x + y }'),
  },
  {
    detector: 'unused-result',
    line: 3,
    broken: inModule('fun try_pay(n: u64): bool { n > 3 }\nfun pay() { try_pay(2); }'),
    mended: inModule('fun try_pay(n: u64): bool { n > 3 }\nfun pay() { assert!(try_pay(2), 1); }'),
  },
]
