// Things that are everybody's to name, starts that are done twice, and value that goes nowhere, each with its mended twin.
import type { Twin } from './move-twins-sui.ts'

const sui = (body: string) =>
  `module own::till { use sui::coin::{Self, Coin}; use sui::balance::{Self, Balance}; use sui::tx_context::{Self, TxContext}; use sui::transfer; use sui::object::{Self, UID};\n${body}\n}\n`
const note = 'struct Note has key { id: UID, owner: address, text: u64 }\n'
const till = 'struct Till has key { id: UID, coins: Balance<SUI>, version: u64 }\n'
const share =
  'fun init(ctx: &mut TxContext) { transfer::share_object(Note { id: object::new(ctx), owner: tx_context::sender(ctx), text: 0 }) }\n'

export const openTwins: readonly Twin[] = [
  {
    detector: 'open-state',
    line: 4,
    broken: sui(`${note}${share}public fun say(it: &mut Note, text: u64) { it.text = text; }`),
    mended: sui(
      `${note}${share}public fun say(it: &mut Note, text: u64, ctx: &TxContext) { assert!(it.owner == tx_context::sender(ctx), 1); it.text = text; }`,
    ),
  },
  {
    detector: 'object-handed-out',
    line: 5,
    broken: sui(`struct Fund has key, store { id: UID, coins: Balance<SUI> }
struct Bank has key { id: UID, fund: Option<Fund>, owner: address }
fun init(ctx: &mut TxContext) { transfer::share_object(Bank { id: object::new(ctx), fund: option::none(), owner: tx_context::sender(ctx) }) }
public fun fetch(bank: &mut Bank): Fund { option::extract(&mut bank.fund) }`),
    mended: sui(`struct Fund has key, store { id: UID, coins: Balance<SUI> }
struct Bank has key { id: UID, fund: Option<Fund>, owner: address }
fun init(ctx: &mut TxContext) { transfer::share_object(Bank { id: object::new(ctx), fund: option::none(), owner: tx_context::sender(ctx) }) }
public fun fetch(bank: &mut Bank, ctx: &TxContext): Fund { assert!(bank.owner == tx_context::sender(ctx), 1); option::extract(&mut bank.fund) }`),
  },
  {
    detector: 'capability-kept-open',
    line: 4,
    broken: sui(`struct AdminCap has key, store { id: UID }
struct Bank has key { id: UID, right: AdminCap }
fun init(ctx: &mut TxContext) { transfer::share_object(Bank { id: object::new(ctx), right: AdminCap { id: object::new(ctx) } }) }`),
    mended: sui(`struct AdminCap has key, store { id: UID }
struct Bank has key { id: UID, sum: u64 }
fun init(ctx: &mut TxContext) { transfer::transfer(AdminCap { id: object::new(ctx) }, tx_context::sender(ctx)); transfer::share_object(Bank { id: object::new(ctx), sum: 0 }) }`),
  },
  {
    detector: 'start-again',
    line: 5,
    broken: sui(`struct Book has key { id: UID }
fun init(ctx: &mut TxContext) { first(ctx) }
fun first(ctx: &mut TxContext) { transfer::share_object(Book { id: object::new(ctx) }) }
public entry fun renew(ctx: &mut TxContext) { first(ctx) }`),
    mended: sui(`struct Book has key { id: UID }
fun init(ctx: &mut TxContext) { first(ctx) }
fun first(ctx: &mut TxContext) { transfer::share_object(Book { id: object::new(ctx) }) }
public entry fun renew(_by: &UpgradeCap, ctx: &mut TxContext) { first(ctx) }`),
  },
  {
    detector: 'shares-owned',
    line: 3,
    broken: sui(
      `${note}public fun open(ctx: &mut TxContext) { transfer::share_object(Note { id: object::new(ctx), owner: tx_context::sender(ctx), text: 0 }) }`,
    ),
    mended: sui(
      `${note}public fun open(ctx: &mut TxContext) { transfer::transfer(Note { id: object::new(ctx), owner: tx_context::sender(ctx), text: 0 }, tx_context::sender(ctx)) }`,
    ),
  },
  {
    detector: 'freezes-state',
    line: 4,
    broken: sui(`${note}fun raise(it: &mut Note) { it.text = it.text + 1; }
public entry fun show(it: Note) { transfer::freeze_object(it) }`),
    mended: sui(`${note}fun read(it: &Note): u64 { it.text }
public entry fun show(it: Note) { transfer::freeze_object(it) }`),
  },
  {
    detector: 'sent-to-nowhere',
    line: 3,
    broken: sui(`const NONE: address = @0x0;
public fun burn(coin: Coin<SUI>) { transfer::public_transfer(coin, NONE) }`),
    mended: sui(`const TREASURY: address = @0x7;
public fun burn(coin: Coin<SUI>) { transfer::public_transfer(coin, TREASURY) }`),
  },
  {
    detector: 'taken-and-put-back',
    line: 3,
    broken: sui(
      `${till}entry fun pay(_by: &UpgradeCap, till: &mut Till, n: u64, ctx: &mut TxContext) { let got = coin::take(&mut till.coins, n, ctx); coin::put(&mut till.coins, got); }`,
    ),
    mended: sui(
      `${till}entry fun pay(_by: &UpgradeCap, till: &mut Till, n: u64, ctx: &mut TxContext) { let got = coin::take(&mut till.coins, n, ctx); transfer::public_transfer(got, tx_context::sender(ctx)); }`,
    ),
  },
  {
    detector: 'version-not-asked',
    line: 4,
    broken:
      sui(`${till}public fun put(till: &mut Till, coin: Coin<SUI>) { assert!(till.version == 2, 1); coin::put(&mut till.coins, coin); }
public fun add(till: &mut Till, coin: Coin<SUI>) { coin::put(&mut till.coins, coin); }`),
    mended: sui(`${till}public fun put(till: &mut Till, coin: Coin<SUI>) { asked(till); coin::put(&mut till.coins, coin); }
public fun add(till: &mut Till, coin: Coin<SUI>) { asked(till); coin::put(&mut till.coins, coin); }
fun asked(till: &Till) { assert!(till.version == 2, 1); }`),
  },
  {
    detector: 'pause-not-asked',
    line: 4,
    broken: sui(`struct Till has key { id: UID, coins: Balance<SUI>, paused: bool }
public fun put(till: &mut Till, coin: Coin<SUI>) { assert!(!till.paused, 1); coin::put(&mut till.coins, coin); }
public fun add(till: &mut Till, coin: Coin<SUI>) { coin::put(&mut till.coins, coin); }`),
    mended: sui(`struct Till has key { id: UID, coins: Balance<SUI>, paused: bool }
public fun put(till: &mut Till, coin: Coin<SUI>) { assert!(!till.paused, 1); coin::put(&mut till.coins, coin); }
public fun add(till: &mut Till, coin: Coin<SUI>) { assert!(!till.paused, 1); coin::put(&mut till.coins, coin); }`),
  },
  {
    detector: 'one-step-handover',
    line: 3,
    broken: sui(`struct AdminCap has key, store { id: UID }
public fun pass(right: AdminCap, to: address) { transfer::transfer(right, to) }`),
    mended: sui(`struct AdminCap has key, store { id: UID }
struct Offer has key { id: UID, right: AdminCap, to: address }
public fun pass(right: AdminCap, to: address, ctx: &mut TxContext) { transfer::share_object(Offer { id: object::new(ctx), right, to }) }`),
  },
  {
    detector: 'holder-takes-all',
    line: 4,
    broken: sui(`struct AdminCap has key, store { id: UID }
struct Purse has key { id: UID, owner: address, coins: Balance<SUI> }
public fun rescue(_by: &AdminCap, purse: &mut Purse, n: u64, to: address, ctx: &mut TxContext) { transfer::public_transfer(coin::take(&mut purse.coins, n, ctx), to) }`),
    mended: sui(`struct AdminCap has key, store { id: UID }
struct Purse has key { id: UID, owner: address, coins: Balance<SUI> }
public fun rescue(_by: &AdminCap, purse: &mut Purse, n: u64, ctx: &mut TxContext) { transfer::public_transfer(coin::take(&mut purse.coins, n, ctx), purse.owner) }`),
  },
  {
    detector: 'loop-as-told',
    line: 2,
    broken: sui('public entry fun turn(n: u64) { let i = 0; while (i < n) { i = i + 1; }; }'),
    mended: sui('public entry fun turn(n: u64) { assert!(n <= 50, 1); let i = 0; while (i < n) { i = i + 1; }; }'),
  },
  {
    detector: 'calls-itself',
    line: 2,
    broken: sui('public fun down(n: u64): u64 { if (n == 0) { 0 } else { down(n - 1) } }'),
    mended: sui('public fun down(n: u64): u64 { if (n == 0) { 0 } else { other::down(n - 1) } }'),
  },
  {
    detector: 'capability-for-anybody',
    line: 5,
    broken: sui(`struct Pass has key { id: UID }
struct Till has key { id: UID, sum: u64 }
fun made(ctx: &mut TxContext): Pass { Pass { id: object::new(ctx) } }
public fun pass(to: address, ctx: &mut TxContext) { transfer::transfer(made(ctx), to) }
public fun set(_by: &Pass, till: &mut Till, sum: u64) { till.sum = sum; }`),
    mended: sui(`struct Pass has key { id: UID }
struct Till has key { id: UID, sum: u64 }
fun made(ctx: &mut TxContext): Pass { Pass { id: object::new(ctx) } }
public fun pass(_by: &Pass, to: address, ctx: &mut TxContext) { transfer::transfer(made(ctx), to) }
public fun set(_by: &Pass, till: &mut Till, sum: u64) { till.sum = sum; }`),
  },
  {
    detector: 'capability-not-bound',
    line: 5,
    broken: `module own::till { use std::signer; use std::vector;
struct AdminCap has key {}
struct Users has key { all: vector<address> }
public entry fun start(who: &signer) { move_to(who, AdminCap {}) }
public entry fun add(who: &signer, one: address) { assert!(exists<AdminCap>(signer::address_of(who)), 1); vector::push_back(&mut borrow_global_mut<Users>(@own).all, one); }
}\n`,
    mended: `module own::till { use std::signer; use std::vector;
struct AdminCap has key {}
struct Users has key { all: vector<address> }
fun init_module(who: &signer) { move_to(who, AdminCap {}) }
public entry fun add(who: &signer, one: address) { assert!(exists<AdminCap>(signer::address_of(who)), 1); vector::push_back(&mut borrow_global_mut<Users>(@own).all, one); }
}\n`,
  },
  {
    detector: 'chance-from-chain',
    line: 2,
    broken: sui(`public entry fun draw_winner(ctx: &TxContext) { let seed = tx_context::epoch(ctx); settle(seed); }
fun settle(n: u64): u64 { n % 100 }`),
    mended: sui(`public entry fun draw_winner(ctx: &TxContext) { let seed = tx_context::epoch(ctx); settle(seed); }
fun settle(n: u64): u64 { n / 100 }`),
  },
  {
    detector: 'stale-price',
    line: 3,
    broken: sui(`struct PriceFeed has key { id: UID, price: u64, last_update: u64 }
public fun told(feed: &PriceFeed): u64 { feed.price }`),
    mended: sui(`struct PriceFeed has key { id: UID, price: u64, last_update: u64 }
public fun told(feed: &PriceFeed, now: u64): u64 { assert!(now - feed.last_update < 60, 1); feed.price }`),
  },
  {
    detector: 'type-not-bound',
    line: 3,
    broken: sui(`struct Many has key { id: UID }
public fun draw<T>(many: &mut Many, from: &mut Balance<T>, n: u64, ctx: &mut TxContext) { transfer::public_transfer(coin::take(from, n, ctx), tx_context::sender(ctx)); }`),
    mended: sui(`struct Many has key { id: UID, kind: String }
public fun draw<T>(many: &mut Many, from: &mut Balance<T>, n: u64, ctx: &mut TxContext) { assert!(type_name::into_string(type_name::get<T>()) == many.kind, 1); transfer::public_transfer(coin::take(from, n, ctx), tx_context::sender(ctx)); }`),
  },
]
